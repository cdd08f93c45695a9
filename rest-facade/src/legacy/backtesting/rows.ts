import { z } from 'zod';
import {
  LegacyDeleteBacktestDocument,
  LegacyGetBacktestDocument,
  LegacyGetBacktestLogsDocument,
} from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { listOf, logLine, toLogLine } from '../lists.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { legacyBacktest, toLegacyBacktest } from './backtest.js';

const params = z.strictObject({ id: text('The backtest', 'bt_01') });

/** The operations on one backtest, which are the same in both versions. */
export function backtestingRows(version: 'v1' | 'v2'): readonly LegacyRoute[] {
  const path = `/${version}/backtesting` as const;
  return [
    defineLegacy({
      method: 'GET',
      path: `${path}/{id}`,
      name: `${version}.backtesting.get`,
      successor: 'GET /runtime/backtests/{id}',
      summary: 'Reads one backtest',
      request: z.object({ ...noFields, params }),
      response: { 200: legacyBacktest },
      refusals: ['backtest_not_found'],
      operations: [LegacyGetBacktestDocument],
      answer: async ({ params: { id } }, ask) => {
        const { backtest } = await ask(LegacyGetBacktestDocument, { id });
        return { status: 200, body: toLegacyBacktest(backtest) };
      },
    }),
    defineLegacy({
      method: 'GET',
      path: `${path}/{id}/logs`,
      name: `${version}.backtesting.logs`,
      successor: 'GET /runtime/backtests/{id}/logs',
      summary: 'Reads the lines that a backtest printed, oldest first, all of them on one page',
      request: z.object({ ...noFields, params, query: z.object({}) }),
      response: { 200: listOf(logLine).extend({ backtest_id: text('The backtest', 'bt_01') }) },
      refusals: ['backtest_not_found', 'unsupported_runtime_record'],
      operations: [LegacyGetBacktestLogsDocument],
      answer: async ({ params: { id } }, ask) => {
        const { backtest } = await ask(LegacyGetBacktestLogsDocument, { id });
        return { status: 200, body: { items: backtest.logs.map(toLogLine), nextCursor: null, backtest_id: id } };
      },
    }),
    defineLegacy({
      method: 'DELETE',
      path: `${path}/{id}`,
      effect: 'removes',
      name: `${version}.backtesting.delete`,
      successor: 'DELETE /runtime/backtests/{id}',
      summary: 'Deletes a backtest, and cancels it where it has not ended',
      request: z.object({ ...noFields, params }),
      response: { 200: z.object({ message: text('What it did', 'Backtest deleted') }) },
      refusals: ['backtest_not_found', 'unsupported_runtime_record'],
      operations: [LegacyDeleteBacktestDocument],
      answer: async ({ params: { id } }, ask) => {
        await ask(LegacyDeleteBacktestDocument, { input: { id } });
        return { status: 200, body: { message: 'Backtest deleted' } };
      },
    }),
  ];
}
