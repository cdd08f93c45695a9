import { z } from 'zod';
import { UpdateDeploymentDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { deployment, deploymentName, instantOrNever, onExpiry, toDeployment } from './deployment/deployment.js';

const change = z
  .strictObject({
    name: deploymentName.exactOptional(),
    alive_until: instantOrNever.exactOptional(),
    on_expiry: onExpiry.exactOptional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'must change something: name, alive_until or on_expiry')
  .meta({ minProperties: 1, examples: [{ name: 'Momentum, second' }] });

/** `PATCH /runtime/deployments/{id}` */
export const updateDeployment = defineRoute({
  method: 'PATCH',
  path: '/runtime/deployments/{id}',
  effect: 'changes',
  tool: 'runtime.deployments.update',
  summary: "Changes a deployment's name or its expiry, whether it runs or not",
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The deployment', 'dpl_01') }), body: change }),
  response: { 200: deployment },
  refusals: [
    'invalid_request',
    'deployment_not_found',
    'invalid_state',
    'mandate_exceeded',
    'name_taken',
    'unsupported_runtime_record',
  ],
  operation: UpdateDeploymentDocument,
  variables: ({ params: { id }, body }) => ({
    input: { id, name: body.name, aliveUntil: body.alive_until, onExpiry: body.on_expiry },
  }),
  respond: (data) => ({ status: 200, body: toDeployment(data.updateDeployment.deployment) }),
});
