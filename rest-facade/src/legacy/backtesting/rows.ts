import { z } from 'zod';
import {
  LegacyDeleteBacktestDocument,
  LegacyGetBacktestDocument,
  LegacyGetBacktestLogsDocument,
  LegacyGetBacktestStatusDocument,
  LegacyListBacktestsDocument,
} from '../../generated/operations.js';
import { cursor, text } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { listOf, logLine, nextOf, pageSizes, toLogLine } from '../lists.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { asked, legacyBacktest, legacyBacktestStatus, toLegacyBacktest } from './backtest.js';
import { resultFileRow } from './result-file.js';
import { createRow, statusRow } from './runs.js';
import type { Version } from './strategy.js';

const params = z.strictObject({ id: text('The backtest', 'bt_01') });

const yesOrNo = z
  .enum(['true', 'false'])
  .default('true')
  .transform((value) => value === 'true');

/** The operations on backtests of freqtrade, which are the same in both versions but for when a run begins. */
export function backtestingRows(version: Version): readonly LegacyRoute[] {
  const resultFile = resultFileRow(`/${version}/backtesting`, `${version}.backtesting.result-file`);
  return [
    listRow(version),
    createRow(version),
    ...readRows(version),
    statusRow(version),
    resultFile,
    deleteRow(version),
  ];
}

function listRow(version: Version): LegacyRoute {
  const path = `/${version}/backtesting` as const;
  return defineLegacy({
    method: 'GET',
    path,
    name: `${version}.backtesting.list`,
    successor: 'GET /runtime/backtests',
    summary: 'Lists backtests, newest first',
    request: z.object({
      ...noFields,
      query: z.object({
        ...pageSizes({ preset: 10, maximum: 100 }),
        cursor: cursor.exactOptional(),
        pageToken: cursor.exactOptional().describe('The same by another name'),
        status: legacyBacktestStatus.exactOptional(),
        with_code: yesOrNo.describe('Whether each has its code'),
        with_config: yesOrNo.describe('Whether each has its config'),
      }),
    }),
    response: { 200: listOf(legacyBacktest) },
    operations: [LegacyListBacktestsDocument],
    answer: async ({ query }, ask, { publicUrl }) => {
      const {
        limit = query.pageSize,
        cursor = query.pageToken,
        status,
        with_code: withCode,
        with_config: withConfig,
      } = query;
      const { backtests } = await ask(LegacyListBacktestsDocument, {
        ...(status !== undefined && asked[status]),
        ...{ withStrategy: withCode || withConfig, first: limit, after: cursor },
      });
      const items = backtests.edges.map(({ node }) =>
        toLegacyBacktest(node, { withCode, withConfig, base: publicUrl + path }),
      );
      return { status: 200, body: { items, nextCursor: nextOf(backtests.pageInfo) } };
    },
  });
}

function readRows(version: Version): readonly LegacyRoute[] {
  const path = `/${version}/backtesting` as const;
  return [
    defineLegacy({
      method: 'GET',
      path: `${path}/{id}`,
      name: `${version}.backtesting.get`,
      successor: 'GET /runtime/backtests/{id}',
      summary: 'Reads one backtest',
      request: z.object({ ...noFields, params, query: z.object({}) }),
      response: { 200: legacyBacktest },
      refusals: ['backtest_not_found'],
      operations: [LegacyGetBacktestDocument],
      answer: async ({ params: { id } }, ask, { publicUrl }) => {
        const { backtest } = await ask(LegacyGetBacktestDocument, { id });
        const view = { withCode: true, withConfig: true, base: publicUrl + path };
        return { status: 200, body: toLegacyBacktest(backtest, view) };
      },
    }),
    defineLegacy({
      method: 'GET',
      path: `${path}/{id}/status`,
      name: `${version}.backtesting.status`,
      successor: 'GET /runtime/backtests/{id}',
      summary: 'Reads one backtest without its strategy',
      request: z.object({ ...noFields, params, query: z.object({}) }),
      response: { 200: legacyBacktest },
      refusals: ['backtest_not_found'],
      operations: [LegacyGetBacktestStatusDocument],
      answer: async ({ params: { id } }, ask, { publicUrl }) => {
        const { backtest } = await ask(LegacyGetBacktestStatusDocument, { id });
        const view = { withCode: false, withConfig: false, base: publicUrl + path };
        return { status: 200, body: toLegacyBacktest(backtest, view) };
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
  ];
}

function deleteRow(version: Version): LegacyRoute {
  return defineLegacy({
    method: 'DELETE',
    path: `/${version}/backtesting/{id}`,
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
  });
}
