import { z } from 'zod';
import { GetBacktestDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { backtest, toBacktest } from './backtest/backtest.js';

/** `GET /runtime/backtests/{id}` */
export const getBacktest = defineRoute({
  method: 'GET',
  path: '/runtime/backtests/{id}',
  tool: 'runtime.backtests.get',
  summary:
    'Reads one backtest with its result; a deleted one is not found, nor is a legacy record that has not ended or is ambiguous',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The backtest', 'bt_01') }) }),
  response: { 200: backtest },
  refusals: ['backtest_not_found'],
  operation: GetBacktestDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: (data) => ({ status: 200, body: toBacktest(data.backtest) }),
});
