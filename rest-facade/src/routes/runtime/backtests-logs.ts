import { z } from 'zod';
import { GetBacktestLogsDocument } from '../../generated/operations.js';
import { nextCursor, text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';

/** `GET /runtime/backtests/{id}/logs` */
export const getBacktestLogs = defineRoute({
  method: 'GET',
  path: '/runtime/backtests/{id}/logs',
  tool: 'runtime.backtests.logs',
  summary: 'Reads the lines that the latest run of a backtest printed, oldest first',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The backtest', 'bt_01') }) }),
  response: {
    200: z.object({
      logs: z.array(
        text('`<RFC3339Nano UTC timestamp> <message>`', '2026-01-31T12:00:00.000000000Z loaded 744 candles'),
      ),
      platform_log_lines: z
        .array(
          z
            .int()
            .nonnegative()
            .meta({ examples: [7500] }),
        )
        .describe(
          "Places in `logs`, from 0, of the lines that the platform wrote about the run; all others come from the run's own process, whatever they claim: its strategy, its framework and the harness around them",
        ),
      next_cursor: nextCursor,
    }),
  },
  refusals: ['backtest_not_found', 'unsupported_runtime_record'],
  operation: GetBacktestLogsDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: ({ backtest: { logs, platformLogLines } }) => ({
    status: 200,
    body: { logs, platform_log_lines: platformLogLines, next_cursor: null },
  }),
});
