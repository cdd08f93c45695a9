import { describe, expect, test } from '@jest/globals';
import type { Ask } from '../route.js';
import { createBacktest } from './backtests-create.js';
import { getBacktest } from './backtests-get.js';
import { listBacktests } from './backtests-list.js';

const queued = {
  id: 'bt_1',
  name: null,
  status: 'queued',
  framework: { id: 'freqtrade', imageDigest: 'sha256:00' },
  venue: 'hyperliquid',
  symbols: ['BTC/USDC:USDC'],
  release: null,
  ...{ codeSha256: 'c0de', configSha256: 'cf', seed: 7 },
  range: { from: '2026-01-01', to: '2026-02-01' },
  createdAt: '2026-02-01T00:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  deletedAt: null,
  progress: null,
  result: null,
  legacyResult: null,
  error: null,
  checks: null,
};
const fed = {
  symbol: 'BTC/USDC:USDC',
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-02-01T00:00:00.000Z',
  rows: 745,
  objects: ['ab'.repeat(32)],
};
const period = { start: '2026-01-01T00:00:00.000Z', profit_abs: 15, trades: 3, wins: 2, draws: 0, losses: 1 };
const periods = { start: [period.start], profitAbs: [15], trades: [3], wins: [2], draws: [0], losses: [1] };
const finished = {
  ...queued,
  status: 'finished',
  startedAt: '2026-02-01T00:00:01.000Z',
  finishedAt: '2026-02-01T00:00:02.000Z',
  result: {
    profitTotalPct: 1.5,
    ...{ totalPnl: 15, startingBalance: 1_000, endingBalance: 1_015, fundingPnl: null, tradePnlModel: null },
    marketChangePct: -2,
    maxDrawdownPct: 0.5,
    trades: 3,
    winRate: 0.5,
    profitFactor: 1.2,
    sharpe: 0.7,
    perPair: [{ symbol: 'BTC/USDC:USDC', profitPct: 1.5, profitAbs: 15, trades: 3, wins: 2 }],
    perExitReason: [{ reason: 'roi', profitPct: 1.5, profitAbs: 15, trades: 3, wins: 2 }],
    equityCurve: { t: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'], equity: [1_000, 1_015] },
    data: {
      from: '2026-01-02T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      startupCandles: 30,
      tables: [
        { ...fed, timeframe: '1h', aggregatedFrom: null },
        { ...fed, timeframe: '2h', aggregatedFrom: '1h' },
      ],
      funding: [],
    },
    breakdown: { day: periods, week: periods, month: periods },
    recomputed: ['winRate'],
    warnings: [
      { text: 'deprecated', count: 1, line: null },
      { text: 'a copy of a slice', count: 7, line: 12 },
    ],
  },
};
const body = {
  framework: 'freqtrade',
  venue: 'hyperliquid',
  symbols: ['BTC/USDC:USDC'],
  code: 'class S: ...',
  config: { stake_amount: 100 },
  range: { from: '2026-01-01', to: '2026-02-01' },
};

/** The gateway's answer, as it comes over the wire; what it was asked is kept. */
function answering(data: unknown, asked: unknown[] = []): Ask {
  return async (_operation, variables) => {
    asked.push(variables);
    return data as never;
  };
}

describe('POST /runtime/backtests', () => {
  const answer = { createBacktest: { backtest: { id: 'bt_1', status: 'queued' }, replayed: false } };
  const request = (changes: object = {}, headers: object = {}) => ({
    params: {},
    query: {},
    headers,
    body: { ...body, ...changes },
  });

  test('queues, passing config as text', async () => {
    const asked: unknown[] = [];
    const headers = { 'idempotency-key': 'k1' };
    expect(await createBacktest.run(request({}, headers), answering(answer, asked))).toEqual({
      status: 202,
      headers: {},
      body: { id: 'bt_1', status: 'queued' },
    });
    const { config: _config, ...same } = body;
    expect(asked).toEqual([
      { input: { ...same, configJson: '{"stake_amount":100}', imageDigest: undefined, idempotencyKey: 'k1' } },
    ]);
  });

  test('passes on the class that is to be run', async () => {
    const asked: unknown[] = [];
    await createBacktest.run(request({ strategy_class: 'Second' }), answering(answer, asked));
    expect(asked).toMatchObject([{ input: { strategyClass: 'Second' } }]);
  });

  test('says by a header that an answer is a replay', async () => {
    const replay = { createBacktest: { ...answer.createBacktest, replayed: true } };
    expect((await createBacktest.run(request(), answering(replay))).headers).toEqual({
      'idempotency-replayed': 'true',
    });
  });

  test.each([
    [{ leverage: 3 }, 'leverage'],
    [{ range: { from: '2026-01-01' } }, 'range.to'],
    [{ range: { ...body.range, step: 1 } }, 'range.step'],
    [{ config: [] }, 'config'],
    [{ config: { stoploss: Number.NEGATIVE_INFINITY } }, 'config'],
    [{ config: JSON.parse(`${'{"x":'.repeat(1_100)}1${'}'.repeat(1_100)}`) }, 'config'],
    [{ venue: 'nasdaq' }, 'venue'],
    [{ strategy_class: 1 }, 'strategy_class'],
    [{ symbols: 'BTC/USDC:USDC' }, 'symbols'],
    [{ checks: ['lookback'] }, 'checks.0'],
  ])('refuses %j before anybody is asked', async (changes, path) => {
    const asked: unknown[] = [];
    const attempt = createBacktest.run(request(changes), answering(answer, asked));
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_request', details: [{ path }] });
    expect(asked).toEqual([]);
  });

  test.each(['', 'a b', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const attempt = createBacktest.run(request({}, { 'idempotency-key': key }), answering(answer));
    await expect(attempt).rejects.toMatchObject({ code: 'idempotency_key_required' });
  });
});

describe('a backtest', () => {
  const shown = async (backtest: object) => {
    const request = { params: { id: 'bt_1' }, query: {}, headers: {}, body: undefined };
    return (await getBacktest.run(request, answering({ backtest }))).body;
  };

  test('that waits has no start, no end, no result and no error', async () => {
    expect(await shown(queued)).toEqual({
      id: 'bt_1',
      status: 'queued',
      framework: { id: 'freqtrade', image_digest: 'sha256:00' },
      venue: 'hyperliquid',
      symbols: ['BTC/USDC:USDC'],
      release: null,
      ...{ code_sha256: 'c0de', config_sha256: 'cf', seed: 7 },
      range: { from: '2026-01-01', to: '2026-02-01' },
      created_at: '2026-02-01T00:00:00.000Z',
      started_at: null,
      finished_at: null,
    });
  });

  test('that has a name shows it', async () => {
    expect(await shown({ ...queued, name: 'Dip' })).toMatchObject({ name: 'Dip' });
  });

  test('that runs shows how far it has come', async () => {
    const progress = { fraction: 0.25, simulatedAt: '2026-01-08T18:00:00.000Z' };
    expect(await shown({ ...queued, status: 'running', startedAt: queued.createdAt, progress })).toMatchObject({
      status: 'running',
      progress: { fraction: 0.25, simulated_at: '2026-01-08T18:00:00.000Z' },
    });
  });

  test('that is finished shows every figure and its equity point by point', async () => {
    expect(await shown(finished)).toMatchObject({
      finished_at: '2026-02-01T00:00:02.000Z',
      result: {
        ...{ profit_total_pct: 1.5, total_pnl: 15, starting_balance: 1_000, ending_balance: 1_015 },
        market_change_pct: -2,
        max_drawdown_pct: 0.5,
        trades: 3,
        win_rate: 0.5,
        profit_factor: 1.2,
        sharpe: 0.7,
        per_pair: [{ symbol: 'BTC/USDC:USDC', profit_pct: 1.5, profit_abs: 15, trades: 3, wins: 2 }],
        per_exit_reason: [{ reason: 'roi', profit_pct: 1.5, profit_abs: 15, trades: 3, wins: 2 }],
        equity_curve: [
          { t: '2026-01-01T00:00:00.000Z', equity: 1_000 },
          { t: '2026-01-02T00:00:00.000Z', equity: 1_015 },
        ],
        data: {
          from: '2026-01-02T00:00:00.000Z',
          to: '2026-02-01T00:00:00.000Z',
          startup_candles: 30,
          tables: [
            { ...fed, timeframe: '1h' },
            { ...fed, timeframe: '2h', aggregated_from: '1h' },
          ],
          funding: [],
        },
        warnings: [
          { text: 'deprecated', count: 1 },
          { text: 'a copy of a slice', count: 7, line: 12 },
        ],
        recomputed: ['win_rate'],
        breakdown: { day: [period], week: [period], month: [period] },
      },
    });
  });

  test('with funding shows it apart from the profit of its trades, and what it read', async () => {
    const figures = { ...finished.result, totalPnl: 13.5, fundingPnl: -1.5, tradePnlModel: 'price_and_fees' };
    const data = { ...finished.result.data, funding: [fed] };
    expect(await shown({ ...finished, result: { ...figures, data } })).toMatchObject({
      result: { total_pnl: 13.5, funding_pnl: -1.5, trade_pnl_model: 'price_and_fees', data: { funding: [fed] } },
    });
    const { result } = Object(await shown(finished));
    for (const name of ['funding_pnl', 'trade_pnl_model']) expect(result).not.toHaveProperty(name);
  });

  test('of before stakes, exit reasons and its data were kept is shown without them', async () => {
    const perPair = [{ symbol: 'BTC/USDC:USDC', profitPct: 1.5, profitAbs: null, trades: 3, wins: null }];
    const none = { totalPnl: null, startingBalance: null, endingBalance: null, breakdown: null };
    const earlier = { ...finished.result, ...none, perPair, perExitReason: [], data: null, warnings: [] };
    const { result } = Object(await shown({ ...finished, result: earlier }));
    expect(result).toMatchObject({ per_exit_reason: [], warnings: [] });
    expect(result.per_pair).toEqual([{ symbol: 'BTC/USDC:USDC', profit_pct: 1.5, trades: 3 }]);
    const unknown = ['data', 'breakdown', 'total_pnl', 'starting_balance', 'ending_balance'];
    for (const name of unknown) expect(result).not.toHaveProperty(name);
  });

  test('of the older platform is shown with the figures that it kept, and without those that it did not', async () => {
    const unknown = {
      profitTotalPct: null,
      marketChangePct: null,
      maxDrawdownPct: null,
      profitFactor: null,
      sharpe: null,
    };
    const older = {
      ...queued,
      status: 'finished',
      framework: { id: 'freqtrade', imageDigest: null },
      createdAt: null,
      legacyResult: { ...unknown, trades: 0, winRate: 0.5 },
    };
    const { created_at: _created, ...rest } = Object(await shown(queued));
    expect(await shown(older)).toEqual({
      ...rest,
      status: 'finished',
      framework: { id: 'freqtrade' },
      legacy_result: { trades: 0, win_rate: 0.5 },
    });
  });

  test('that ended without a result says why, and where in the strategy if that is known', async () => {
    const failure = { code: 'strategy_failed', message: 'KeyError', details: [{ line: 7, text: 'KeyError' }] };
    expect(await shown({ ...queued, status: 'error', error: failure })).toMatchObject({ error: failure });
    const limit = { code: 'time_limit_exceeded', message: 'too long', details: [] };
    expect(await shown({ ...queued, status: 'error', deletedAt: queued.createdAt, error: limit })).toMatchObject({
      error: { code: 'time_limit_exceeded', message: 'too long' },
      deleted_at: queued.createdAt,
    });
  });

  test('shows what its checks found, and of one that could not be made why', async () => {
    const unmade = { status: 'error', message: 'too few trades', totalSignals: 3, biasedEntrySignals: 0 };
    const differences = [
      { startupCandles: 30, differencePct: -1.5 },
      { startupCandles: 199, differencePct: null },
    ];
    const recursive = { status: 'failed', message: null, startupCandles: 30, lookaheadIndicators: ['next'] };
    const checks = {
      lookahead: { ...unmade, biasedExitSignals: 0, biasedIndicators: [] },
      recursive: { ...recursive, indicators: [{ indicator: 'ema', differences }] },
    };
    expect(Object(await shown({ ...finished, checks })).checks).toEqual({
      lookahead: {
        ...{ status: 'error', message: 'too few trades', total_signals: 3 },
        ...{ biased_entry_signals: 0, biased_exit_signals: 0, biased_indicators: [] },
      },
      recursive: {
        ...{ status: 'failed', startup_candles: 30, lookahead_indicators: ['next'] },
        indicators: [
          {
            indicator: 'ema',
            differences: [
              { startup_candles: 30, difference_pct: -1.5 },
              { startup_candles: 199, difference_pct: null },
            ],
          },
        ],
      },
    });
    const nothing = { totalSignals: null, biasedEntrySignals: null, biasedExitSignals: null, biasedIndicators: [] };
    const pending = { lookahead: { status: 'pending', message: null, ...nothing }, recursive: null };
    expect(Object(await shown({ ...queued, checks: pending })).checks).toEqual({
      lookahead: { status: 'pending', biased_indicators: [] },
    });
  });

  test('stands in a list with the cursor of the next page', async () => {
    const asked: unknown[] = [];
    const query = { status: 'queued', limit: '1', cursor: 'c0' };
    const lookahead = { status: 'pending', message: null, totalSignals: null };
    const checks = { lookahead: { ...lookahead, biasedEntrySignals: null, biasedExitSignals: null }, recursive: null };
    const page = { edges: [{ node: { ...queued, checks } }], pageInfo: { hasNextPage: true, endCursor: 'c1' } };
    const request = { params: {}, query, headers: {}, body: undefined };
    const { body: list } = await listBacktests.run(request, answering({ backtests: page }, asked));
    expect(list).toMatchObject({
      backtests: [{ id: 'bt_1', checks: { lookahead: { status: 'pending' } } }],
      next_cursor: 'c1',
    });
    expect(asked).toEqual([{ status: 'queued', venue: undefined, first: 1, after: 'c0' }]);
  });
});
