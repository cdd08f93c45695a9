import { z } from 'zod';
import { DeleteBacktestDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { backtest, toBacktest } from './backtest/backtest.js';

/** `DELETE /runtime/backtests/{id}` */
export const deleteBacktest = defineRoute({
  method: 'DELETE',
  path: '/runtime/backtests/{id}',
  effect: 'removes',
  tool: 'runtime.backtests.delete',
  summary:
    'Deletes a backtest, and stops it if it is running; of legacy records only one that has ended; safe to repeat',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The backtest', 'bt_01') }) }),
  response: { 200: backtest },
  refusals: ['backtest_not_found', 'unsupported_runtime_record'],
  operation: DeleteBacktestDocument,
  variables: ({ params: { id } }) => ({ input: { id } }),
  respond: (data) => ({ status: 200, body: toBacktest(data.deleteBacktest.backtest) }),
});
