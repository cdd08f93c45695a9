import { z } from 'zod';
import { SetDeploymentStatusDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { deployment, instantOrNever, onExpiry, toDeployment } from './deployment/deployment.js';

const action = z
  .strictObject({
    action: z.enum(['start', 'stop']).describe('What it is to do'),
    alive_until: instantOrNever.exactOptional(),
    on_expiry: onExpiry.exactOptional(),
    mode: z.enum(['graceful']).exactOptional().describe('How it stops; what it holds stays open'),
  })
  .superRefine((body, context) => {
    const others = body.action === 'start' ? (['mode'] as const) : (['alive_until', 'on_expiry'] as const);
    for (const path of others)
      if (body[path] !== undefined)
        context.addIssue({ code: 'custom', path: [path], message: `is not a field of the action ${body.action}` });
  })
  .meta({ examples: [{ action: 'start' }, { action: 'stop' }] });

/** `PUT /runtime/deployments/{id}/status` */
export const setDeploymentStatus = defineRoute({
  method: 'PUT',
  path: '/runtime/deployments/{id}/status',
  effect: 'changes',
  tool: 'runtime.deployments.set_status',
  summary: 'Starts or stops a deployment, and leaves what it holds as it is; safe to repeat',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The deployment', 'dpl_01') }), body: action }),
  response: { 200: deployment },
  refusals: [
    'invalid_request',
    'deployment_not_found',
    'invalid_state',
    'mandate_exceeded',
    'feature_not_available',
    'symbols_in_use',
    'venue_setup_in_progress',
    'venue_not_ready',
    'insufficient_held_balance',
    'account_not_funded',
    'credentials_missing',
    'wallet_upstream_unavailable',
    'unsupported_runtime_record',
  ],
  operation: SetDeploymentStatusDocument,
  variables: ({ params: { id }, body }) => ({
    starts: body.action === 'start',
    stops: body.action === 'stop',
    start: { id, aliveUntil: body.alive_until, onExpiry: body.on_expiry },
    stop: { id },
  }),
  respond: ({ startDeployment, stopDeployment }) => {
    const payload = startDeployment ?? stopDeployment;
    if (payload == null) throw new Error('the gateway answered neither action');
    return { status: 200, body: toDeployment(payload.deployment) };
  },
});
