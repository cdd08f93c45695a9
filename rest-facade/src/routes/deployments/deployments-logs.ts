import { z } from 'zod';
import { GetDeploymentLogsDocument } from '../../generated/operations.js';
import { limit, nextCursor, text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { instant } from './deployment/deployment.js';

/** `GET /runtime/deployments/{id}/logs` */
export const getDeploymentLogs = defineRoute({
  method: 'GET',
  path: '/runtime/deployments/{id}/logs',
  tool: 'runtime.deployments.logs',
  summary: 'Reads the newest lines that a deployment logged, oldest first; of the last 7 days',
  authentication: 'key',
  request: z.object({
    ...noFields,
    params: z.strictObject({ id: text('The deployment', 'dpl_01') }),
    query: z.strictObject({
      since: instant.exactOptional().describe('First time, inclusive; the newest lines if omitted'),
      limit: limit({ maximum: 5_000, preset: 200 }),
    }),
  }),
  response: {
    200: z.object({
      logs: z.array(
        text('`<RFC3339Nano UTC timestamp> <message>`', '2026-01-31T12:00:00.000000000Z Bot heartbeat. state=RUNNING'),
      ),
      next_cursor: nextCursor,
    }),
  },
  refusals: ['deployment_not_found', 'unsupported_runtime_record'],
  operation: GetDeploymentLogsDocument,
  variables: ({ params: { id }, query }) => ({ id, since: query.since, limit: query.limit }),
  respond: ({ deployment: { logs } }) => ({ status: 200, body: { logs, next_cursor: null } }),
});
