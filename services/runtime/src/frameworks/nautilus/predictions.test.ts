import { describe, expect, test } from '@jest/globals';
import type { PredictionFacts } from '../framework.js';
import {
  barType,
  configOf,
  FROM_MS,
  finished,
  HOUR_MS,
  nautilusForTests,
  type Prices,
  path,
  strategyWith,
  type TestNautilus,
} from './nautilus.fixture.js';

const nautilus = nautilusForTests();

describe('a prediction', () => {
  const YES = `${'7'.repeat(77)}.POLYMARKET`;
  const prediction = { question: 'Will it rain?', outcome: 'Yes', endDateMs: FROM_MS + 3 * HOUR_MS };
  const facts = { kind: 'prediction', sizeDecimals: 2, tickSize: '0.01', maxLeverage: 1, markPrice: '0.5' } as const;
  const NONE = { rate: 0, exponent: 0 };
  const request = (code: string, resolution?: string, takerFees: PredictionFacts['takerFees'] | null = NONE) => ({
    code,
    config: configOf(barType(YES)),
    venue: 'polymarket' as const,
    tables: [{ symbol: YES, timeframe: '1h' as const, candles: path(0.4, 0.5, 0.6) }],
    instruments: [
      {
        ...{ symbol: YES, ...facts },
        prediction: {
          ...prediction,
          ...(resolution !== undefined && { resolution }),
          ...(takerFees !== null && { takerFees }),
        },
      },
    ],
    hours: 4,
  });

  const minutesOf = (candles: readonly Prices[]) => ({ symbol: YES, timeframe: '1m' as const, candles });
  const warned = async (asked: Parameters<TestNautilus['run']>[0]) =>
    finished(await nautilus().run(asked)).warnings.map(({ text }) => text.replace('UserWarning: ', ''));

  test.each([
    ['Yes', 1],
    ['No', 0],
  ])('that resolved to %s pays %i for what is held, without a fee', async (resolution, pays) => {
    const run = await nautilus().run(request(strategyWith('if self.count == 1: self.market(BUY, "100")'), resolution));
    const result = finished(run);
    expect(run.trades).toEqual([expect.objectContaining({ openRate: 0.4, closeRate: pays, exitReason: 'settlement' })]);
    expect(run.trades[0]?.closedAtMs).toBe(prediction.endDateMs);
    expect(run.trades[0]?.profitAbs).toBeCloseTo(100 * (pays - 0.4), 8);
    expect(result.equity.at(-1)).toBeCloseTo(result.endingBalance, 8);
  });

  test('costs takers what its market charges, to the cent, and makers nothing', async () => {
    const code = strategyWith(`
if self.count == 1: self.market(BUY, "100")
if self.count == 2: self.send("limit", SELL, "100", price=0.55)
if self.count == 3: self.market(BUY, "7")
`);
    const run = await nautilus().run(request(code, 'Yes', { rate: 0.03, exponent: 1 }));
    const result = finished(run);
    // 100 · 0.03 · 0.4 · 0.6 for the purchase; the sale waited in the book. Then 7 · 0.03 · 0.6 · 0.4, and nothing as it is settled.
    expect(run.trades.map(({ feesAbs, closeRate }) => [feesAbs, closeRate])).toEqual([
      [0.72, 0.55],
      [0.0504, 1],
    ]);
    expect(run.trades[0]?.profitAbs).toBeCloseTo(100 * 0.15 - 0.72, 8);
    expect(run.trades[1]?.profitAbs).toBeCloseTo(7 * 0.4 - 0.0504, 8);
    expect(result.endingBalance).toBeCloseTo(10_000 + 15 - 0.72 + 2.8 - 0.0504, 8);
    expect(result.equity.at(-1)).toBeCloseTo(result.endingBalance, 8);
  });

  test('whose fees nobody knows is not run', async () => {
    const run = await nautilus().run(request(strategyWith('self.market(BUY, "100")'), 'Yes', null));
    expect(run.outcome).toMatchObject({
      code: 'data_unavailable',
      message: expect.stringContaining('does not say by which schedule it charges fees'),
    });
  });

  test('of single prices says so where nothing is traded, and how to get bars that have a range', async () => {
    const minutes = Array.from({ length: 60 }, (_, minute): Prices => {
      const price = 0.4 + (minute % 7) / 100;
      return [price, price, price, price];
    });
    const guarded = strategyWith('if not b.is_single_price(): self.market(BUY, "100")');
    const run = (bars: string) =>
      nautilus().run({
        ...request(guarded),
        config: configOf(bars),
        tables: [minutesOf(minutes)],
        hours: 1,
      });
    const starved = finished(await run(barType(YES, '1-MINUTE')));
    const instead = `${YES}-5-MINUTE-LAST-INTERNAL@1-MINUTE-EXTERNAL`;
    expect([starved.trades, starved.warnings.map(({ text }) => text.replace('UserWarning: ', ''))]).toEqual([
      0,
      [
        `no trade was made: 60 of 60 bars of ${YES}-1-MINUTE-LAST-EXTERNAL are a single price, and a strategy that waits for a range never acts on these; 12 of 12 made of five have one: ${instead}`,
      ],
    ]);
    const traded = finished(await run(instead));
    expect([traded.trades > 0, traded.warnings]).toEqual([true, []]);
  });

  test('of one price for minutes on end names no bars that would have a range, and those made of others that have none', async () => {
    const flat = Array.from({ length: 60 }, (): Prices => [0.4, 0.4, 0.4, 0.4]);
    const guarded = strategyWith('if not b.is_single_price(): self.market(BUY, "100")');
    const made = `${YES}-5-MINUTE-LAST-INTERNAL`;
    const run = async (bars: string) =>
      warned({ ...request(guarded), config: configOf(bars), tables: [minutesOf(flat)], hours: 1 });
    const unmoved = (bars: number, type: string) =>
      `no trade was made: ${bars} of ${bars} bars of ${type} are a single price, and a strategy that waits for a range never acts on these`;
    expect(await run(barType(YES, '1-MINUTE'))).toEqual([unmoved(60, barType(YES, '1-MINUTE'))]);
    expect(await run(`${made}@1-MINUTE-EXTERNAL`)).toEqual([unmoved(12, made)]);
  });

  test('whose indicators need more bars than there are says which, and how many came', async () => {
    const code = strategyWith('if self.slow.initialized: self.market(BUY, "100")').replace(
      /( +)def on_start\(self\):/,
      `$&
        from nautilus_trader.indicators import AverageTrueRange, SimpleMovingAverage
        self.fast, self.slow, self.range = SimpleMovingAverage(2), SimpleMovingAverage(200), AverageTrueRange(50)
        for indicator in (self.fast, self.slow, self.range):
            self.register_indicator_for_bars(self.config.bar_types[0], indicator)`,
    );
    expect(await warned(request(code))).toContain(
      `no trade was made: SimpleMovingAverage(200), AverageTrueRange(50) had too little to be initialized: 3 bars of ${barType(YES)} came`,
    );
  });

  test('whose strategy unsubscribes at its first bar is not told that it subscribed to nothing', async () => {
    expect(await warned(request(strategyWith('self.unsubscribe_bars(self.config.bar_types[0])')))).toEqual([]);
  });

  test('whose strategy subscribes to nothing says so', async () => {
    const deaf = strategyWith('self.market(BUY, "100")').replace(/self\.subscribe_bars\(\w+\)/, 'pass');
    expect(finished(await nautilus().run(request(deaf))).warnings).toEqual([
      {
        text: 'UserWarning: no trade was made: the strategy subscribed to no bars, nor to anything else',
        ...{ count: 1, line: null },
      },
    ]);
  });

  test('can not be sold beyond what is held', async () => {
    const run = await nautilus().run(request(strategyWith('if self.count == 1: self.market(SELL, "100")')));
    expect(run.outcome).toMatchObject({
      code: 'strategy_failed',
      message: expect.stringMatching(/^at 2026-01-05T23:00Z the strategy sold more of 7+\.POLYMARKET than it held/),
    });
  });

  test('can not be bought beyond the cash: the run says when and why it ended', async () => {
    const code = strategyWith('if self.count == 1: self.market(BUY, "25000")');
    // The shares alone would cost all that there is.
    const run = await nautilus().run(request(code, undefined, { rate: 0.03, exponent: 1 }));
    expect(run.outcome).toMatchObject({
      code: 'strategy_failed',
      message: expect.stringContaining('nautilus ended the run at 2026-01-05T23:00Z, before its last candle'),
    });
  });
});
