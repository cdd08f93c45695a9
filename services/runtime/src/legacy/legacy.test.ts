import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, emptyDatabase, openDatabase } from '../domain.fixture.js';
import { sweep } from '../workers/retention.js';
import { importLegacyBacktests } from './import.js';
import { parseLegacyLine } from './line.js';
import { legacyModel } from './record.js';

const DAY_MS = 86_400_000;
const ID = '3f0c2d1e-7a55-4a0e-9f6b-0c7d1f3a9b21';
const finished = {
  id: ID,
  account_id: 'acc_1',
  framework: 'freqtrade',
  status: 'completed',
  timerange: { start: '2025-01-01', end: '2025-02-01' },
  config: { exchange: { name: 'hyperliquid', pair_whitelist: ['BTC/USDC:USDC'] } },
  code: 'class Old(IStrategy): ...',
  results: { total_trades: 12, winning_trades: 3, losing_trades: 9, win_rate: 0.25, sharpe_ratio: null },
  result_url: 'https://files.example.com/3f0c',
  k8s_job_name: 'backtest-3f0c',
  started_at: '2025-02-02T10:00:00Z',
  completed_at: '2025-02-02T10:05:00.500Z',
};
const shown = {
  _id: ID,
  status: 'finished',
  framework: { id: 'freqtrade' },
  venue: 'hyperliquid',
  symbols: ['BTC/USDC:USDC'],
  canonicalSymbols: ['BTC/USDC:USDC'],
  range: { from: '2025-01-01', to: '2025-02-01' },
  startedAt: new Date('2025-02-02T10:00:00.000Z'),
  finishedAt: new Date('2025-02-02T10:05:00.500Z'),
  legacyResult: { trades: 12, winRate: 0.25 },
};

let connection: Connection;
const clock = new ManualClock(1_760_000_000_000);

beforeAll(async () => {
  connection = await openDatabase('legacy');
});

beforeEach(() => emptyDatabase(connection));

afterAll(() => connection.close());

async function bringIn(...lines: readonly (object | string)[]) {
  const refused: string[] = [];
  const counts = await importLegacyBacktests(
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))),
    {
      connection,
      clock,
      report: { onRefused: (number, problem) => refused.push(`${number}: ${problem}`), onAmbiguous: () => {} },
    },
  );
  return { ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)), refused };
}

const domainNow = () => buildDomain(connection, { clock });

describe('a line of an export', () => {
  const recordOf = (changes: object) => {
    const parsed = parseLegacyLine(JSON.stringify({ ...finished, ...changes }));
    if (parsed.kind !== 'record') throw new Error(parsed.problem);
    return parsed.record;
  };

  test.each([
    ['pending', 'active'],
    ['queued', 'active'],
    ['running', 'active'],
    ['completed', 'ended'],
    ['finished', 'ended'],
  ])('with the status %s is %s', (status, state) => {
    const open = { completed_at: null, results: null };
    expect(recordOf({ status, ...(state === 'active' && open) }).state).toBe(state);
  });

  test('that failed shows its error where one was kept, and none where none was', () => {
    const failed = { status: 'failed', results: null };
    expect(recordOf(failed).view).toMatchObject({ status: 'error' });
    expect(recordOf(failed).view).not.toHaveProperty('error');
    const error = { code: 'timeout', message: 'The job took too long.' };
    expect(recordOf({ ...failed, error }).view?.error).toEqual({ ...error, findings: [] });
  });

  test('in the words of today is read as well, each figure under its own name', () => {
    const result = {
      profit_total_pct: -1.5,
      market_change_pct: 2,
      max_drawdown_pct: 4,
      trades: 0,
      win_rate: 0,
      profit_factor: 0,
      sharpe: -3,
    };
    const { view } = recordOf({ status: 'finished', results: null, result, symbols: ['ETH/USDC:USDC'] });
    expect(view).toMatchObject({
      symbols: ['ETH/USDC:USDC'],
      legacyResult: {
        profitTotalPct: -1.5,
        marketChangePct: 2,
        maxDrawdownPct: 4,
        trades: 0,
        winRate: 0,
        profitFactor: 0,
        sharpe: -3,
      },
    });
  });

  test.each([
    [{ account_id: null }, 'it names no account'],
    [{ framework: undefined }, 'it does not name freqtrade as its framework'],
    [{ framework: 'nautilus' }, 'it does not name freqtrade as its framework'],
    [{ config: {} }, 'it does not name hyperliquid, and nothing else, as its venue'],
    [{ venue: 'binance' }, 'it does not name hyperliquid, and nothing else, as its venue'],
    [{ status: 'archived' }, 'its status archived is unknown'],
    [{ status: 'running' }, 'it has ended and has not'],
    [{ status: 'failed' }, 'it failed and has a result'],
    [{ error: { code: 'timeout', message: '' } }, 'it finished and has an error'],
    [{ range: { from: '2025-01-01', to: '2025-03-01' } }, 'its two windows differ'],
    [{ timerange: { start: '2025-02-02', end: '2025-02-01' } }, 'its window ends before it starts'],
    [{ finished_at: '2025-02-02T10:06:00Z' }, 'its two times of ending differ'],
    [{ started_at: '2025-02-03T10:06:00Z' }, 'it ended before it started'],
    [{ created_at: '2025-02-03T10:06:00Z' }, 'it started before it was created'],
    [{ results: { ...finished.results, winning_trades: 4 } }, 'its figures contradict one another'],
    [{ results: { ...finished.results, win_rate: 0.5 } }, 'its figures contradict one another'],
    [{ result: { trades: 11 } }, 'its figures contradict one another'],
  ])('with %j is ambiguous: %s', (changes, reason) => {
    const record = recordOf(changes);
    expect(record).toMatchObject({ state: 'ambiguous', reasons: [reason] });
    expect(record).not.toHaveProperty('view');
  });

  test.each([
    ['', 'is no JSON'],
    ['[]', 'Invalid input: expected object, received array'],
    [JSON.stringify({ ...finished, id: 'bt_01k0000000000000000000000a' }), 'id: has the form of ids of this platform'],
    [JSON.stringify({ ...finished, id: '../x' }), 'id: must be letters, digits, dots, dashes and underscores'],
    [JSON.stringify({ ...finished, timerange: null }), 'timerange: is missing'],
    [JSON.stringify({ ...finished, timerange: { start: '1.1.2025', end: '' } }), 'timerange.start: Invalid ISO date'],
    [
      JSON.stringify({ ...finished, results: { win_rate: 25 } }),
      'results.win_rate: Too big: expected number to be <=1',
    ],
    [JSON.stringify({ ...finished, completed_at: 'yesterday' }), 'completed_at: Invalid ISO datetime'],
  ])('such as %.40s is malformed: %s', (text, problem) => {
    expect(parseLegacyLine(text)).toEqual({ kind: 'malformed', problem });
  });
});

describe('an import', () => {
  test('refuses malformed lines by their number, stores the others, and changes nothing when it is repeated', async () => {
    const lines = [finished, '', '{', { ...finished, id: 'b', status: 'x' }, { ...finished, id: '/' }];
    const refused = ['3: is no JSON', '5: id: must be letters, digits, dots, dashes and underscores'];
    expect(await bringIn(...lines)).toEqual({ refused, ended: 1, ambiguous: 1 });
    expect(await bringIn(...lines)).toMatchObject({ unchanged: 2 });
    expect(await legacyModel(connection).countDocuments()).toBe(2);
  });

  test('of a later export changes nothing where only what is ignored, written as null or written otherwise differs', async () => {
    await bringIn(finished);
    const later = {
      ...finished,
      ...{
        result_url: 'https://files.example.com/3f0c?signature=2',
        k8s_job_name: undefined,
        error: null,
        venue: null,
      },
      results: { ...finished.results, sharpe_ratio: undefined, best_trade: 1 },
      completed_at: '2025-02-02T11:05:00.500+01:00',
    };
    expect(await bringIn(later)).toEqual({ refused: [], unchanged: 1 });
    expect(await bringIn({ ...finished, config: { ...finished.config, stake_amount: null } })).toMatchObject({
      refused: [`1: ${ID} has ended otherwise here`],
    });
  });

  test('replaces what had not ended or was ambiguous, and refuses to change what had', async () => {
    const active = { ...finished, status: 'running', completed_at: null, results: null };
    expect(await bringIn(active)).toMatchObject({ active: 1 });
    expect(await bringIn(finished)).toMatchObject({ replaced: 1 });
    expect(await bringIn({ ...finished, results: { total_trades: 1 } })).toMatchObject({
      refused: [`1: ${ID} has ended otherwise here`],
    });
    expect(await (await domainNow()).store.findMany('acc_1', [ID])).toEqual([shown]);
  });
});

describe('a record', () => {
  test('that has ended is shown by its id to its owner alone, with what was stored and nothing else, and in no list', async () => {
    await bringIn(finished);
    const { store } = await domainNow();
    expect(await store.findMany('acc_1', ['unknown', ID])).toEqual([shown]);
    expect(await store.findMany('acc_2', [ID])).toEqual([]);
    expect(await store.list('acc_1', {}, { older: {}, limit: 10 })).toEqual([]);
    expect(await store.readStrategy('acc_1', ID)).toEqual({
      code: finished.code,
      configJson: JSON.stringify(finished.config),
    });
  });

  test('that has ended is deleted once, however often that is asked', async () => {
    await bringIn(finished);
    const { store } = await domainNow();
    await expect(store.delete('acc_2', ID)).rejects.toMatchObject({ code: 'backtest_not_found' });
    const first = await store.delete('acc_1', ID);
    expect(first).toEqual({ backtest: { ...shown, deletedAt: clock.now() }, effects: [] });
    clock.advance(1_000);
    expect(await store.delete('acc_1', ID)).toEqual(first);
    expect(await store.findMany('acc_1', [ID])).toEqual([]);
    await expect(store.readLogs('acc_1', ID)).rejects.toMatchObject({ code: 'backtest_not_found' });
    expect(await bringIn(finished)).toMatchObject({ removed: 1 });
    expect(await store.findMany('acc_1', [ID])).toEqual([]);
  });

  test.each([
    ['active', { status: 'running', completed_at: null, results: null }],
    ['ambiguous', { status: 'archived' }],
  ])('that is %s is not found by its id, and its owner can not delete it', async (_state, changes) => {
    await bringIn({ ...finished, ...changes });
    const { store } = await domainNow();
    expect(await store.findMany('acc_1', [ID])).toEqual([]);
    await expect(store.delete('acc_1', ID)).rejects.toMatchObject({ code: 'unsupported_runtime_record' });
    await expect(store.delete('acc_2', ID)).rejects.toMatchObject({ code: 'backtest_not_found' });
    await expect(store.readStrategy('acc_1', ID)).rejects.toMatchObject({ code: 'unsupported_runtime_record' });
  });

  test('has no lines and no trades', async () => {
    await bringIn(finished);
    const { store } = await domainNow();
    const refused = { code: 'unsupported_runtime_record' };
    await expect(store.readLogs('acc_1', ID)).rejects.toMatchObject(refused);
    await expect(store.readTrades('acc_1', ID, { after: undefined, limit: 1 })).rejects.toMatchObject(refused);
    await expect(store.readLogs('acc_2', ID)).rejects.toMatchObject({ code: 'backtest_not_found' });
  });

  test('is kept for twelve months from its import, a deleted one for thirty days; no import brings it back', async () => {
    await bringIn(finished, { ...finished, id: 'other' });
    const domain = await domainNow();
    await domain.store.delete('acc_1', 'other');
    clock.advance(30 * DAY_MS + 1);
    expect(await sweep({ ...domain, clock })).toEqual({ backtests: 1 });
    await expect(domain.store.delete('acc_1', 'other')).rejects.toMatchObject({ code: 'backtest_not_found' });
    clock.advance(336 * DAY_MS - 1);
    expect(await sweep({ ...domain, clock })).toEqual({ backtests: 0 });
    expect(await domain.store.findMany('acc_1', [ID])).toHaveLength(1);
    clock.advance(1);
    expect(await sweep({ ...domain, clock })).toEqual({ backtests: 1 });
    expect(await bringIn(finished, { ...finished, id: 'other' })).toMatchObject({ removed: 2 });
    expect(await legacyModel(connection).find().sort({ _id: 1 }).lean()).toEqual([
      { _id: ID, state: 'removed' },
      { _id: 'other', state: 'removed' },
    ]);
  });
});
