import { z } from 'zod';
import { GetBacktestLogsDocument } from '../../generated/operations.js';
import { nextCursor } from '../fields.js';
import { defineRoute, noFields } from '../route.js';

/** `GET /runtime/backtests/{id}/logs` */
export const getBacktestLogs = defineRoute({
  method: 'GET',
  path: '/runtime/backtests/{id}/logs',
  summary: 'Reads the lines that the latest run of a backtest printed, oldest first',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: z.string() }) }),
  response: {
    200: z.object({
      logs: z.array(z.string()).describe('Each `<RFC3339Nano UTC timestamp> <message>`'),
      next_cursor: nextCursor,
    }),
  },
  operation: GetBacktestLogsDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: ({ backtest: { logs } }) => ({ status: 200, body: { logs, next_cursor: null } }),
});
