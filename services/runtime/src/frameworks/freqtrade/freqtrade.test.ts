import { serialize } from 'node:v8';
import { describe, expect, test } from '@jest/globals';
import { runOptions } from '../framework.fixture.js';
import type { BacktestOutcome, BacktestTrade, Framework, LogLine, RunProgress } from '../framework.js';
import {
  createTestFreqtrade,
  example,
  FROM_MS,
  freqtradeForTests,
  SYMBOLS,
  strategyWith,
  TO_MS,
} from './freqtrade.fixture.js';

const freqtrade = freqtradeForTests();

async function run(code: string): Promise<{ outcome: BacktestOutcome; lines: LogLine[]; trades: BacktestTrade[] }> {
  const lines: LogLine[] = [];
  const trades: BacktestTrade[] = [];
  const options = runOptions({
    onLog: (line) => lines.push(line),
    onTrades: async (some) => void trades.push(...some),
  });
  const outcome = await freqtrade.framework.run(freqtrade.market.job(code), options);
  return { outcome, lines, trades };
}

/** What is stored of a run: its result and its trades. */
async function bytesOf(framework: Framework, code: string): Promise<Buffer> {
  const trades: BacktestTrade[] = [];
  const options = runOptions({ onTrades: async (some) => void trades.push(...some) });
  const result = finished(await framework.run(freqtrade.market.job(code), options));
  expect(result.trades).toBeGreaterThan(0);
  return serialize([result, trades]);
}

function finished(outcome: BacktestOutcome) {
  if (outcome.kind !== 'finished') throw new Error(`the run failed: ${outcome.code}: ${outcome.message}`);
  return outcome.result;
}

describe('a backtest', () => {
  test('ends with figures that agree with its trades', async () => {
    const { outcome, lines, trades } = await run(strategyWith({}));
    const result = finished(outcome);
    expect(trades).toHaveLength(result.trades);
    expect(result.trades).toBeGreaterThan(10);
    const profit = trades.reduce((sum, trade) => sum + trade.profitAbs, 0);
    expect(result.profitTotalPct).toBeCloseTo(profit / 10, 6);
    expect(result.perPair.map((pair) => pair.symbol)).toEqual(SYMBOLS);
    expect(result.perPair.reduce((sum, pair) => sum + pair.trades, 0)).toBe(result.trades);
    for (const { amount, openRate, closeRate, feesAbs, profitAbs, stakeAmount, leverage, entryTag } of trades) {
      expect(profitAbs).toBeCloseTo(amount * (closeRate - openRate) - feesAbs, 6);
      expect(stakeAmount).toBeCloseTo(amount * openRate, 6);
      expect([leverage, entryTag]).toEqual([1, null]);
    }
    const ended = result.perExitReason.reduce((sum, { trades }) => sum + trades, 0);
    expect([ended, result.perExitReason.length > 1]).toEqual([result.trades, true]);
    const wins = trades.filter(({ profitAbs }) => profitAbs > 0).length;
    expect(result.perExitReason.reduce((sum, summary) => sum + summary.wins, 0)).toBe(wins);
    expect(result.perPair.reduce((sum, summary) => sum + summary.wins, 0)).toBe(wins);
    expect([result.equityTMs.length, result.equity.length]).toEqual([11, 11]);
    expect([result.equityTMs[0], result.equity[0]]).toEqual([FROM_MS, 1000]);
    expect(result.equityTMs.at(-1)).toBe(TO_MS);
    expect(result.equity.at(-1)).toBeCloseTo(1000 + profit, 6);
    expect(result.recomputed).toEqual([]);
    expect(trades.every((trade) => trade.openedAtMs >= FROM_MS && trade.closedAtMs <= TO_MS)).toBe(true);
    expect(lines.some((line) => line.message.includes('Running backtesting for Strategy Probe'))).toBe(true);
    expect(lines.every((line, index) => index === 0 || line.stampNs > (lines[index - 1]?.stampNs ?? 0n))).toBe(true);
  });

  test('gives the same bytes from a waiting worker as from a cold one, also where chance and sets decide', async () => {
    // It draws from both generators, goes over a set of texts, and makes a library warn.
    const chance = strategyWith({
      imports: 'import random, warnings, numpy',
      indicators: [
        'names = {"ema", "sma", "rsi", "adx", "obv", "mfi", "cci"}',
        'dataframe["x"] = numpy.random.random(len(dataframe)) + random.random() + float("ema" == next(iter(names)))',
        'warnings.warn("a value of " + ",".join(names))',
      ].join('\n'),
      body: `
    def populate_entry_trend(self, dataframe, metadata):
        dataframe.loc[dataframe["x"] % 1 > 0.5, "enter_long"] = 1
        return dataframe`,
    });
    for (const code of [await example('trailing_exit'), chance]) {
      const fresh = createTestFreqtrade();
      try {
        const [cold, warm] = [await bytesOf(fresh, code), await bytesOf(fresh, code)];
        expect(warm.equals(cold)).toBe(true);
      } finally {
        await fresh.close();
      }
    }
  });

  test('says how far it has come in the time that it simulates', async () => {
    const said: RunProgress[] = [];
    const slow = '    def bot_loop_start(self, current_time, **kwargs): __import__("time").sleep(0.01)';
    const options = runOptions({ onProgress: (progress) => said.push(progress) });
    await freqtrade.framework.run(freqtrade.market.job(strategyWith({ body: slow })), options);
    // 240 hours of 10 ms each, and a word every half second.
    expect(said.length).toBeGreaterThan(2);
    for (const [index, { fraction, simulatedMs }] of said.entries()) {
      expect(simulatedMs).toBe(TO_MS - Math.round((1 - fraction) * 240) * 3_600_000);
      expect(fraction).toBeGreaterThan(said[index - 1]?.fraction ?? 0);
    }
  });

  test('of a strategy that never trades has no division by zero', async () => {
    const code = strategyWith({ body: '    def populate_entry_trend(self, dataframe, metadata): return dataframe' });
    const result = finished((await run(code)).outcome);
    expect(result).toMatchObject({ trades: 0, winRate: 0, profitFactor: 0, profitTotalPct: 0, maxDrawdownPct: 0 });
    expect(result.equity.every((equity) => equity === 1000)).toBe(true);
  });

  test('says that entries were left out whose stake is below the smallest order', async () => {
    const job = freqtrade.market.job(strategyWith({}), { configJson: '{"stake_amount":5}' });
    const result = finished(await freqtrade.framework.run(job, runOptions()));
    expect(result.trades).toBe(0);
    const text = expect.stringMatching(
      /^UserWarning: \d+ entries were left out: the stake \(5 USDC at the first\) is below .* of 10 USDC, 11\.06 with /,
    );
    expect(result.warnings).toContainEqual(expect.objectContaining({ text, count: 1 }));
  });

  test('may import all that the interface promises', async () => {
    const imports = 'import talib.abstract, qtpylib, technical.indicators, numpy, pandas, json';
    const indicators = 'dataframe["x"] = qtpylib.sma(dataframe["close"], 3) + talib.abstract.SMA(dataframe, 3)';
    expect((await run(strategyWith({ imports, indicators }))).outcome.kind).toBe('finished');
  });

  test('that fails says where and why', async () => {
    const { outcome } = await run(strategyWith({ indicators: 'raise KeyError("no such column")' }));
    expect(outcome).toMatchObject({
      kind: 'error',
      code: 'strategy_failed',
      findings: [{ line: 12, text: `KeyError: 'no such column'` }],
    });
  });

  test('that fails while its file is loaded says where and why', async () => {
    const { outcome } = await run(strategyWith({ imports: 'undefined_name' }));
    expect(outcome).toMatchObject({
      code: 'strategy_failed',
      findings: [{ line: 4, text: `NameError: name 'undefined_name' is not defined` }],
    });
  });

  test('that is cancelled ends at once', async () => {
    const controller = new AbortController();
    const running = freqtrade.framework.run(
      freqtrade.market.job(strategyWith({ indicators: 'while True: pass' })),
      runOptions({
        signal: controller.signal,
        onLog: (line) => {
          if (line.message.includes('Running backtesting')) controller.abort();
        },
      }),
    );
    expect(await running).toMatchObject({ kind: 'error', code: 'cancelled' });
  });
});

describe('a backtest of some minutes, as deployments are replayed', () => {
  const MINUTE_MS = 60_000;
  const code = strategyWith({
    body: `
    minimal_roi = {"0": 10}
    stoploss = -0.9
    def populate_entry_trend(self, dataframe, metadata):
        dataframe["enter_long"] = 1
        return dataframe
    def populate_exit_trend(self, dataframe, metadata):
        return dataframe`,
    // One that is set twice is known only by running it.
  }).replace('timeframe = "1h"', 'timeframe = "1m"');

  test.each([
    ['within an hour', 7, 40],
    ['across an hour', 40, 40],
    ['from an hour on', 60, 40],
    ['of no whole hour', 30, 65],
    ['of more than an hour', 31, 100],
  ])('%s begins, trades and ends within them', async (_where, firstMinute, minutes) => {
    const job = freqtrade.market.job(code, { symbols: [SYMBOLS[0]] });
    const hours = job.candles.find(({ symbol, timeframe }) => symbol === SYMBOLS[0] && timeframe === '1h');
    if (hours === undefined) throw new Error('there are no hourly candles');
    const fromMs = FROM_MS + firstMinute * MINUTE_MS;
    const toMs = fromMs + minutes * MINUTE_MS;
    // The hour that the run ends in is not stored yet.
    const stored = await freqtrade.market.divide(hours, [`t + 3600000 <= ${toMs}`]);
    const candles = [...stored, await freqtrade.market.minutes(hours)];
    const trades: BacktestTrade[] = [];
    const options = runOptions({ onTrades: async (some) => void trades.push(...some) });
    const { data, equityTMs } = finished(await freqtrade.framework.run({ ...job, fromMs, toMs, candles }, options));
    expect(data).toMatchObject({ fromMs, toMs });
    expect(equityTMs).toEqual([fromMs, toMs]);
    // It acts on its first candle, as the second one begins.
    expect(trades).toMatchObject([{ openedAtMs: fromMs + MINUTE_MS, closedAtMs: toMs, exitReason: 'force_exit' }]);
  });

  test('is paced by the timeframe of its strategy', async () => {
    const source = { code, configJson: '{}', symbols: [SYMBOLS[0]] };
    expect(await freqtrade.framework.pace(source)).toEqual({ candleMs: MINUTE_MS, skipsFirstCandle: true });
    const hourly = { ...source, configJson: '{"timeframe": "2h", "timeframe_detail": "5m"}' };
    expect(await freqtrade.framework.pace(hourly)).toEqual({ candleMs: 120 * MINUTE_MS, skipsFirstCandle: true });
  });
});
