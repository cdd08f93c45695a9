import { z } from 'zod';
import { AttachDeploymentCredentialsDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { deployment, toDeployment } from './deployment/deployment.js';

const credentials = z
  .strictObject({
    type: z
      .enum(['managed', 'self_custody'])
      .exactOptional()
      .describe('Who holds them; managed if omitted. self_custody is planned: `feature_not_available`'),
    scope: z
      .enum(['trade', 'unrestricted', 'withdraw'])
      .exactOptional()
      .describe('What they may do; trade if omitted. Any other takes the three acknowledgements'),
    allow_unscoped_credential: z
      .boolean()
      .exactOptional()
      .describe('Whether a credential is allowed that is not limited to trading'),
    acknowledge_withdrawal_risk: z
      .boolean()
      .exactOptional()
      .describe('Whether it is known that such a credential can withdraw'),
    acknowledge_not_recommended: z
      .boolean()
      .exactOptional()
      .describe('Whether it is known that such a credential is not recommended'),
  })
  .meta({ examples: [{ type: 'managed' }] });

/** `PUT /runtime/deployments/{id}/credentials` */
export const attachDeploymentCredentials = defineRoute({
  method: 'PUT',
  path: '/runtime/deployments/{id}/credentials',
  effect: 'changes',
  tool: 'runtime.deployments.attach_credentials',
  summary: 'Gives a deployment what it trades with; one on paper needs nothing and stays as it is; safe to repeat',
  authentication: 'key',
  request: z.object({
    ...noFields,
    params: z.strictObject({ id: text('The deployment', 'dpl_01') }),
    body: credentials,
  }),
  response: { 200: deployment },
  refusals: [
    'deployment_not_found',
    'credential_scope_unsafe',
    'feature_not_available',
    'invalid_state',
    'unsupported_runtime_record',
  ],
  operation: AttachDeploymentCredentialsDocument,
  variables: ({ params: { id }, body }) => ({
    input: {
      id,
      type: body.type,
      scope: body.scope,
      allowUnscopedCredential: body.allow_unscoped_credential,
      acknowledgeWithdrawalRisk: body.acknowledge_withdrawal_risk,
      acknowledgeNotRecommended: body.acknowledge_not_recommended,
    },
  }),
  respond: (data) => ({ status: 200, body: toDeployment(data.attachDeploymentCredentials.deployment) }),
});
