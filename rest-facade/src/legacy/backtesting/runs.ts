import { z } from 'zod';
import {
  LegacyCancelBacktestDocument,
  LegacyCreateBacktestDocument,
  LegacyGetBacktestStatusDocument,
  LegacyStartBacktestDocument,
} from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import { type Ask, noFields } from '../../routes/route.js';
import { absent } from '../absent.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { record } from '../twins.js';
import { legacyBacktestStatus, timerange, toLegacyStatus } from './backtest.js';
import { marketsOf, strategyFields, type Version } from './strategy.js';

const MESSAGES = {
  pending: 'Backtest created: start it by PUT on its status',
  running: 'Backtest created and started',
  completed: 'Backtest completed',
  failed: 'Backtest failed',
} as const;

/** Codes that a creation may refuse with. */
export const createRefusals = [
  'invalid_request',
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
] as const;

/** `POST /v1/backtesting` starts the run, as the interface says; `/v2` holds it back until it is started. */
export function createRow(version: Version): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: `/${version}/backtesting`,
    effect: 'adds',
    name: `${version}.backtesting.create`,
    successor: 'POST /runtime/backtests',
    summary:
      version === 'v1'
        ? 'Checks a freqtrade strategy and starts its backtest'
        : 'Checks a freqtrade strategy and records its backtest, which does not run until it is started',
    request: z.object({ ...noFields, body: z.object({ ...strategyFields, timerange }) }),
    response: {
      201: z.object({
        id: text('The backtest', 'bt_01'),
        status: legacyBacktestStatus,
        message: text('What it did', MESSAGES.pending),
      }),
    },
    refusals: createRefusals,
    operations: [LegacyCreateBacktestDocument],
    answer: async ({ body: { config, code, timerange: range } }, ask) => {
      const { createBacktest } = await ask(LegacyCreateBacktestDocument, {
        input: {
          framework: 'freqtrade',
          ...marketsOf(config),
          ...{ code, configJson: JSON.stringify(config) },
          range: { from: range.start, to: range.end },
          hold: version !== 'v1',
        },
      });
      const { id } = createBacktest.backtest;
      const status = toLegacyStatus(createBacktest.backtest);
      return { status: 201, body: { id, status, message: MESSAGES[status] } };
    },
  });
}

const run = record(
  {
    id: text('The backtest', 'bt_01'),
    status: legacyBacktestStatus,
    previous_status: legacyBacktestStatus.describe('Its status before'),
    k8s_job_name: absent(z.string(), 'runs are not jobs of Kubernetes here'),
  },
  { id: 'LegacyBacktestRun', description: 'A backtest and what it was before' },
);

/** `PUT /v1/backtesting/{id}/status`: a start of what is started already answers its state, and so does a cancellation of what has ended. */
export function statusRow(version: Version): LegacyRoute {
  return defineLegacy({
    method: 'PUT',
    path: `/${version}/backtesting/{id}/status`,
    effect: 'changes',
    name: `${version}.backtesting.set-status`,
    successor: null,
    summary: 'Starts a backtest that is held back, or cancels one that has not ended and keeps its record',
    request: z.object({
      ...noFields,
      params: z.strictObject({ id: text('The backtest', 'bt_01') }),
      body: z.object({ action: z.enum(['start', 'cancel', 'stop']).describe('`stop` is another word for `cancel`') }),
    }),
    response: { 200: run },
    refusals: ['backtest_not_found', 'unsupported_runtime_record'],
    operations: [LegacyStartBacktestDocument, LegacyCancelBacktestDocument, LegacyGetBacktestStatusDocument],
    answer: async ({ params: { id }, body: { action } }, ask) => {
      const { before, after } = action === 'start' ? await start(id, ask) : await cancel(id, ask);
      return { status: 200, body: { id, status: after, previous_status: before, k8s_job_name: null } };
    },
  });
}

async function start(id: string, ask: Ask) {
  const { backtest, wasHeld } = (await ask(LegacyStartBacktestDocument, { input: { id } })).startBacktest;
  const after = toLegacyStatus(backtest);
  return { before: wasHeld ? 'pending' : after, after } as const;
}

async function cancel(id: string, ask: Ask) {
  const { backtest: before } = await ask(LegacyGetBacktestStatusDocument, { id });
  const { backtest: after } = (await ask(LegacyCancelBacktestDocument, { input: { id } })).cancelBacktest;
  return { before: toLegacyStatus(before), after: toLegacyStatus(after) };
}
