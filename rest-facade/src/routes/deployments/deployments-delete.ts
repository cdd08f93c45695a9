import { z } from 'zod';
import { DeleteDeploymentDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { deployment, toDeployment } from './deployment/deployment.js';
import { position, toPosition } from './deployment/position.js';

const acknowledgement = z
  .strictObject({
    force: z.boolean().exactOptional().describe('Whether to delete it although it holds positions'),
    acknowledge_positions_open: z
      .boolean()
      .exactOptional()
      .describe('Whether you know that nothing looks after them then; both are true, or neither counts'),
  })
  .meta({ examples: [{ force: true, acknowledge_positions_open: true }] });

/** `DELETE /runtime/deployments/{id}` */
export const deleteDeployment = defineRoute({
  method: 'DELETE',
  path: '/runtime/deployments/{id}',
  effect: 'removes',
  tool: 'runtime.deployments.delete',
  summary:
    'Deletes a deployment: its process and all that it kept; refused while it holds positions unless that is acknowledged; safe to repeat',
  authentication: 'key',
  request: z.object({
    ...noFields,
    params: z.strictObject({ id: text('The deployment', 'dpl_01') }),
    body: acknowledgement.optional(),
  }),
  response: {
    202: deployment.extend({
      warning: z
        .object({
          message: text('What it means', 'Nothing looks after these positions any more.'),
          unmanaged_positions: z.array(position),
        })
        .meta({ id: 'DeletionWarning', description: 'What a forced deletion leaves' })
        .exactOptional()
        .describe('Present where it held positions'),
    }),
  },
  refusals: ['deployment_not_found', 'positions_open', 'wallet_upstream_unavailable', 'unsupported_runtime_record'],
  operation: DeleteDeploymentDocument,
  variables: ({ params: { id }, body }) => ({
    input: { id, acknowledgePositionsOpen: body?.force === true && body.acknowledge_positions_open === true },
  }),
  respond: ({ deleteDeployment: { deployment: deleted, unmanagedPositions } }) => ({
    status: 202,
    body: {
      ...toDeployment(deleted),
      ...(unmanagedPositions.length > 0 && {
        warning: {
          message: 'Nothing looks after these positions any more.',
          unmanaged_positions: unmanagedPositions.map(toPosition),
        },
      }),
    },
  }),
});
