import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalText, roundPrice } from '../decimals.js';
import { INTERVALS, type Interval, nextOpenTime, openTime, shortestMs, stepOpenTime } from '../interval.js';
import type { Candle } from '../market.js';
import { PERPETUALS } from '../perpetuals.js';
import { GeneratedMarket, LISTED_AT_MS } from './generated.js';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
const HOUR_MS = 3_600_000;
const marketArbitrary = fc
  .tuple(fc.integer({ min: 0, max: 1_000 }), fc.constantFrom(...PERPETUALS))
  .map(([seed, perpetual]) => new GeneratedMarket(seed, perpetual));
const instant = fc.integer({ min: LISTED_AT_MS / 1_000, max: NOW_MS / 1_000 }).map((seconds) => seconds * 1_000);

/** Candles put together the way a reader would. */
function aggregated(candles: readonly Candle[], openTimeMs: number, szDecimals: number) {
  return {
    openTimeMs,
    open: candles[0]?.open,
    high: Math.max(...candles.map((candle) => candle.high)),
    low: Math.min(...candles.map((candle) => candle.low)),
    close: candles.at(-1)?.close,
    volume: decimalText(
      candles.reduce((sum, candle) => sum + candle.volume, 0),
      szDecimals,
    ),
    trades: candles.reduce((sum, candle) => sum + candle.trades, 0),
  };
}

function written(candle: Candle, szDecimals: number) {
  return { ...candle, volume: decimalText(candle.volume, szDecimals) };
}

describe('a generated market', () => {
  const pairs: [Interval, Interval][] = [
    ['1m', '3m'],
    ['1m', '5m'],
    ['5m', '15m'],
    ['15m', '30m'],
    ['1m', '1h'],
    ['5m', '1h'],
    ['1h', '2h'],
    ['1h', '4h'],
    ['4h', '8h'],
    ['4h', '12h'],
    ['1h', '1d'],
    ['1m', '1d'],
    ['1d', '3d'],
    ['1d', '1w'],
    ['1d', '1M'],
  ];
  test.each(pairs)('candles of %s make up exactly those of %s', (fine, coarse) => {
    fc.assert(
      fc.property(marketArbitrary, instant, (market, atMs) => {
        const { szDecimals } = market.perpetual;
        const openMs = openTime(coarse, atMs);
        const endMs = nextOpenTime(coarse, atMs);
        const parts = market.candles(fine, openMs, endMs);
        const [whole, ...others] = market.candles(coarse, openMs, endMs);
        expect(others).toEqual([]);
        expect(whole && written(whole, szDecimals)).toEqual(aggregated(parts, openMs, szDecimals));
      }),
      { numRuns: 25 },
    );
  });

  test('candles stand side by side without a gap, each opening where the last one closed', () => {
    fc.assert(
      fc.property(marketArbitrary, fc.constantFrom(...INTERVALS), instant, (market, interval, atMs) => {
        const fromMs = openTime(interval, atMs);
        const candles = market.candles(interval, fromMs, stepOpenTime(interval, fromMs, 30));
        expect(candles.map((candle) => candle.openTimeMs)).toEqual(
          candles.map((_, index) => stepOpenTime(interval, fromMs, index)),
        );
        expect(candles.slice(1).map((candle) => candle.open)).toEqual(
          candles.slice(0, -1).map((candle) => candle.close),
        );
      }),
      { numRuns: 40 },
    );
  });

  test('prices are positive and on the grid, extremes enclose, and without trades nothing moves', () => {
    fc.assert(
      fc.property(marketArbitrary, fc.constantFrom<Interval>('1m', '5m', '1h'), instant, (market, interval, atMs) => {
        const { szDecimals } = market.perpetual;
        for (const candle of market.candles(interval, openTime(interval, atMs), atMs + 50 * shortestMs(interval))) {
          const { open, high, low, close, volume, trades } = candle;
          expect(low).toBeGreaterThan(0);
          expect(low).toBeLessThanOrEqual(Math.min(open, close));
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
          for (const price of [open, high, low, close]) expect(roundPrice(price, szDecimals)).toBe(price);
          expect(volume === 0).toBe(trades === 0);
          if (trades === 0) expect(high).toBe(low);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a candle in progress grows into the finished one and ends at the price of the moment', () => {
    fc.assert(
      fc.property(marketArbitrary, instant, fc.integer({ min: 1, max: 3_599 }), (market, atMs, elapsedS) => {
        const openMs = openTime('1h', atMs);
        const endMs = openMs + elapsedS * 1_000;
        const { szDecimals } = market.perpetual;
        const [partial] = market.candles('1h', openMs, endMs);
        const rest = market.total(endMs, openMs + HOUR_MS);
        const [whole] = market.candles('1h', openMs, openMs + HOUR_MS);
        expect(partial?.close).toBe(roundPrice(market.priceAt(endMs), szDecimals));
        expect(whole && written(whole, szDecimals)).toEqual(aggregated([partial!, rest!], openMs, szDecimals));
      }),
      { numRuns: 40 },
    );
  });

  test('answers do not depend on what was asked before, nor on the instance', () => {
    const [perpetual] = PERPETUALS;
    const asked = new GeneratedMarket(7, perpetual!);
    const fromMs = NOW_MS - 90 * 24 * HOUR_MS;
    asked.candles('1d', LISTED_AT_MS, NOW_MS);
    asked.seconds(NOW_MS - 60_000, NOW_MS);
    const fresh = new GeneratedMarket(7, perpetual!);
    expect(fresh.candles('1h', openTime('1h', fromMs), NOW_MS)).toEqual(
      asked.candles('1h', openTime('1h', fromMs), NOW_MS),
    );
    expect(fresh.fundingRates(fromMs, NOW_MS, 500)).toEqual(asked.fundingRates(fromMs, NOW_MS, 500));
  });

  test('a seed fixes the market for ever', () => {
    const market = new GeneratedMarket(1, PERPETUALS[0]!);
    const [candle] = market.candles('1h', Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 1));
    expect(candle).toMatchInlineSnapshot(`
{
  "close": 102010,
  "high": 102461,
  "low": 102010,
  "open": 102206,
  "openTimeMs": 1767225600000,
  "trades": 32867,
  "volume": 2039.40189,
}
`);
    const [other] = new GeneratedMarket(2, PERPETUALS[0]!).candles('1h', Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 1));
    expect(other?.open).not.toBe(candle?.open);
  });

  test('prices stay within an order of magnitude and a half of the typical one, and move both ways', () => {
    for (const perpetual of PERPETUALS) {
      const days = new GeneratedMarket(1, perpetual).candles('1d', LISTED_AT_MS, NOW_MS);
      const rising = days.filter((day) => day.close > day.open).length / days.length;
      expect(Math.max(...days.map((day) => day.high))).toBeLessThan(perpetual.typicalPrice * 30);
      expect(Math.min(...days.map((day) => day.low))).toBeGreaterThan(perpetual.typicalPrice / 30);
      expect(rising).toBeGreaterThan(0.4);
      expect(rising).toBeLessThan(0.6);
    }
  });

  test('moved to a price it passes through that price with the same returns', () => {
    const market = new GeneratedMarket(1, PERPETUALS[5]!);
    const moved = market.through(0.5, NOW_MS);
    expect(moved.priceAt(NOW_MS)).toBeCloseTo(0.5, 12);
    const growth = (each: GeneratedMarket) => each.priceAt(NOW_MS + HOUR_MS) / each.priceAt(NOW_MS);
    expect(growth(moved)).toBeCloseTo(growth(market), 12);
  });

  test('5,000 hourly candles of all markets take under two seconds of processor time', () => {
    // In a process of its own, as built: within a test each use of Math costs five times what it does for the platform.
    const built = new URL('../../../dist/hyperliquid/sandbox/', import.meta.url);
    const program = `
      const { GeneratedMarket } = await import('${built}model/generated.js');
      const { PERPETUALS } = await import('${built}perpetuals.js');
      const before = process.cpuUsage();
      const lengths = PERPETUALS.map(
        (each) => new GeneratedMarket(3, each).candles('1h', ${stepOpenTime('1h', NOW_MS, -4_999)}, ${NOW_MS}).length);
      console.log(JSON.stringify({ lengths, seconds: process.cpuUsage(before).user / 1e6 }));`;
    const { lengths, seconds } = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program]).toString(),
    );
    expect(lengths).toEqual(PERPETUALS.map(() => 5_000));
    expect(seconds).toBeLessThan(2);
  });
});

describe('generated funding', () => {
  test('there is one per hour, stamped just after it, mostly at the interest rate and never absurd', () => {
    const rates = new GeneratedMarket(1, PERPETUALS[0]!).fundingRates(NOW_MS - 5_000 * HOUR_MS, NOW_MS, 10_000);
    expect(rates.map(({ timeMs }) => Math.floor(timeMs / HOUR_MS))).toEqual(
      rates.map((_, index) => Math.floor(rates[0]!.timeMs / HOUR_MS) + index),
    );
    expect(rates.length).toBe(5_000);
    expect(Math.max(...rates.map(({ timeMs }) => timeMs % HOUR_MS))).toBeLessThan(150);
    expect(rates.filter(({ rate }) => rate === 0.0000125).length).toBeGreaterThan(rates.length / 3);
    expect(rates.some(({ rate }) => rate < 0.0000125)).toBe(true);
    expect(Math.max(...rates.map(({ rate }) => Math.abs(rate)))).toBeLessThan(0.0005);
  });

  test('the rate in progress is the one that is settled', () => {
    const market = new GeneratedMarket(1, PERPETUALS[3]!);
    const next = market.nextFundingRate(NOW_MS);
    expect(market.fundingRates(NOW_MS, NOW_MS + HOUR_MS, 5)).toEqual([next]);
  });
});
