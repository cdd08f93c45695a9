import { z } from 'zod';
import { StartDeploymentParityDocument } from '../../../generated/operations.js';
import { text } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { parity, toParity } from './parity.js';

/** `POST /runtime/deployments/{id}/parity` */
export const startDeploymentParity = defineRoute({
  method: 'POST',
  path: '/runtime/deployments/{id}/parity',
  effect: 'adds',
  tool: 'runtime.deployments.start_parity',
  summary:
    "Queues a backtest of a deployment's own period, up to where history is stored, to compare both; while one is under way it is returned",
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The deployment', 'dpl_01') }) }),
  response: { 202: parity },
  refusals: [
    'deployment_not_found',
    'invalid_state',
    'unsupported_runtime_record',
    'strategy_invalid',
    'config_invalid',
    'data_unavailable',
    'venue_not_supported',
    'feature_not_available',
    'market_not_found',
    'processor_time_exhausted',
    'quota_exceeded',
    'context_upstream_unavailable',
    'context_store_unavailable',
  ],
  operation: StartDeploymentParityDocument,
  variables: ({ params: { id } }) => ({ input: { id } }),
  respond: ({ startDeploymentParity: { parity: told } }) => ({ status: 202, body: toParity(told) }),
});
