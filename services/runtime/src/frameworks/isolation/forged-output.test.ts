import { describe, expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { liveHeapBytes } from '@platform/observability/metrics/testing';
import { runOptions } from '../framework.fixture.js';
import type { BacktestTrade } from '../framework.js';
import { freqtradeForTests, strategyWith } from '../freqtrade/freqtrade.fixture.js';

const TIMEOUT_MS = 300_000;

const freqtrade = freqtradeForTests();

/** A value as a Python expression of its JSON text. */
const python = (value: unknown) => JSON.stringify(JSON.stringify(value));

/** Writes to the channel as the harness does, in pieces that a pipe takes; `frames` holds Python expressions of text. */
function speaking(...frames: string[]): string {
  return strategyWith({
    imports: 'import json, sys',
    indicators: [
      'frame = sys._getframe()',
      'while "channel" not in frame.f_locals: frame = frame.f_back',
      'channel = frame.f_locals["channel"]',
      'def say(text):',
      '    rest = memoryview(text.encode() + b"\\n")',
      '    while rest: rest = rest[os.write(channel._frames, rest):]',
      ...frames.map((frame) => `say(${frame})`),
    ].join('\n'),
  });
}

/** `keptTrades`: how many the test holds itself, about, which counts as memory too. */
async function run(code: string, keptTrades = Number.POSITIVE_INFINITY) {
  const trades: BacktestTrade[] = [];
  const heapBefore = liveHeapBytes();
  let heapPeak = heapBefore;
  const watch = setInterval(() => {
    heapPeak = Math.max(heapPeak, liveHeapBytes());
  }, 100);
  try {
    const options = runOptions({
      onTrades: async (some) => {
        if (trades.length < keptTrades) trades.push(...some);
      },
    });
    const outcome = await freqtrade.framework.run(freqtrade.market.job(code), options);
    return { outcome, trades, heapBytes: heapPeak - heapBefore };
  } finally {
    clearInterval(watch);
  }
}

const TRADE = {
  ...{
    symbol: 'BTC/USDC:USDC',
    side: 'long',
    opened_at_ms: 1,
    closed_at_ms: 2,
    open_rate: 1,
    close_rate: 2,
    amount: 1,
  },
  ...{ stake_amount: 1, leverage: 1, fees_abs: 0, profit_abs: 5, profit_ratio: 5, entry_tag: null, exit_reason: 'roi' },
};

const FIGURES = {
  ...{ starting_balance: 1000, profit_total_pct: 1e6, market_change_pct: 0, max_drawdown_pct: 0, trades: 9_999 },
  ...{ win_rate: 1, profit_factor: 7, sharpe: 9 },
  per_pair: [{ symbol: 'BTC/USDC:USDC', profit_pct: 1e6, profit_abs: 1e7, trades: 9_999, wins: 9_999 }],
  per_exit_reason: [],
  equity_curve: { t_ms: [1], equity: [1] },
  data: { from_ms: 1, to_ms: 2, startup_candles: 0, tables: [] },
  warnings: [],
};

describe('a strategy that answers for the platform', () => {
  test.each(
    sampled<[string, string[]]>({
      name: 'forged frames without end',
      nameOf: ([what]) => what,
      count: 1,
      cases: [
        ['a frame of 75 MB of small things', [`'{"kind":"finished","x":[0' + ',{}' * 25_000_000 + ']}'`]],
        ['a frame of 1.5 MB', [`'{"kind":"finished","x":"' + 'x' * 1_500_000 + '"}'`]],
        [
          'trades without end',
          [`'\\n'.join([json.dumps({"kind": "trades", "trades": [json.loads(${python(TRADE)})] * 500})] * 900)`],
        ],
        ['questions without end', [`'{"kind":"started"}\\n' * 1_000_000`]],
      ],
    }),
  )(
    'with %s ends for its output, and takes little memory',
    async (_what, frames) => {
      const { outcome, heapBytes } = await run(speaking(...frames), 0);
      expect(outcome).toMatchObject({ kind: 'error', code: 'output_limit_exceeded' });
      expect(heapBytes).toBeLessThan(100 * 1024 ** 2);
    },
    TIMEOUT_MS,
  );

  test.each(
    sampled<[string, object]>({
      name: 'forged results',
      nameOf: ([what]) => what,
      count: 1,
      cases: [
        ['a count beyond 2^31', { ...FIGURES, trades: 2 ** 31 }],
        ['a date beyond every calendar', { ...FIGURES, data: { ...FIGURES.data, to_ms: 8.64e15 } }],
        ['a number that sums can not hold', { ...FIGURES, sharpe: 1e301 }],
        ['a curve of columns of two lengths', { ...FIGURES, equity_curve: { t_ms: [1, 2], equity: [1] } }],
        ['a million rows', { ...FIGURES, per_pair: Array(300_000).fill(0) }],
      ],
    }),
  )(
    'with %s ends as its own fault',
    async (_what, figures) => {
      const { outcome } = await run(speaking(python({ kind: 'finished', result: figures })));
      expect(outcome).toMatchObject({ code: 'strategy_failed', message: 'the worker sent something that is no frame' });
    },
    TIMEOUT_MS,
  );

  test(
    'gets the figures that its trades come to, and each of them named',
    async () => {
      const trades = { kind: 'trades', trades: [TRADE, { ...TRADE, profit_abs: -2.5, exit_reason: 'stop_loss' }] };
      const { outcome, trades: shown } = await run(
        speaking(python(trades), python({ kind: 'finished', result: FIGURES })),
      );
      expect(shown).toHaveLength(2);
      expect(outcome).toMatchObject({
        kind: 'finished',
        result: {
          ...{ trades: 2, winRate: 0.5, profitTotalPct: 0.25, profitFactor: 2, sharpe: 9 },
          perPair: [{ symbol: 'BTC/USDC:USDC', profitAbs: 2.5, profitPct: 0.25, trades: 2, wins: 1 }],
          perExitReason: [
            { reason: 'roi', profitAbs: 5, trades: 1, wins: 1 },
            { reason: 'stop_loss', profitAbs: -2.5, trades: 1, wins: 0 },
          ],
          recomputed: ['trades', 'winRate', 'profitTotalPct', 'profitFactor', 'perPair', 'perExitReason'],
        },
      });
    },
    TIMEOUT_MS,
  );

  test(
    'gets no funding that the platform did not feed it',
    async () => {
      const fed = { symbol: 'BTC/USDC:USDC', from_ms: 1, to_ms: 2, rows: 1 };
      const claimed = {
        ...FIGURES,
        profit_total_pct: 1e5,
        funding_pnl: 1e6,
        data: { ...FIGURES.data, funding: [fed] },
      };
      const { outcome } = await run(speaking(python({ kind: 'finished', result: claimed })));
      if (outcome.kind !== 'finished') throw new Error(outcome.message);
      expect(outcome.result).toMatchObject({
        ...{ profitTotalPct: 0, totalPnl: 0, endingBalance: 1_000, data: { funding: [] } },
        recomputed: expect.arrayContaining(['profitTotalPct']),
      });
      expect(outcome.result).not.toHaveProperty('fundingPnl');
    },
    TIMEOUT_MS,
  );

  test(
    "that changes freqtrade's statistics and its harness's gets the figures that its trades come to",
    async () => {
      const rows = python({ per_pair: FIGURES.per_pair, per_exit_reason: [] });
      const code = strategyWith({
        imports: [
          'import json, freqtrade.data.metrics, freqtrade_harness.figures as own, platform_worker.figures as shared',
          `def forged(*_, **__): return {"trades": 9_999, "win_rate": 1.0, "profit_factor": 7.0, **json.loads(${rows})}`,
          'own.of_trades = shared.of_trades = forged',
          'freqtrade.data.metrics.calculate_sharpe = own.calculate_sharpe = lambda *_, **__: 99.0',
        ].join('\n'),
      });
      const { outcome, trades } = await run(code);
      const profitAbs = trades.reduce((sum, trade) => sum + trade.profitAbs, 0);
      expect(trades.length).toBeGreaterThan(1);
      expect(outcome).toMatchObject({
        kind: 'finished',
        result: {
          ...{ trades: trades.length, endingBalance: expect.closeTo(1_000 + profitAbs, 6) },
          winRate: trades.filter((trade) => trade.profitAbs > 0).length / trades.length,
          recomputed: ['trades', 'winRate', 'profitFactor', 'perPair', 'perExitReason'],
        },
      });
    },
    TIMEOUT_MS,
  );

  test(
    'can not have itself tried again as if the platform had failed',
    async () => {
      const failed = { kind: 'failed', code: 'platform_failed', text: 'not me', line: null };
      expect((await run(speaking(python(failed)))).outcome).toMatchObject({ code: 'platform_failed', claimed: true });
    },
    TIMEOUT_MS,
  );
});
