import { describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { candlesOf, storedPart } from './period.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Thursday. */
const NOON_MS = Date.UTC(2026, 0, 1, 12);
const at = (minutes: number) => NOON_MS + minutes * MINUTE_MS;

describe('the candles of a period', () => {
  const minutes = { candleMs: MINUTE_MS, skipsFirstCandle: false };

  test('are whole, of the length by which the strategy decides', () => {
    const period = { fromMs: at(5) + 10_000, toMs: at(45) + 59_999 };
    expect(candlesOf(period, minutes)).toEqual({ fromMs: at(5), toMs: at(45) });
    expect(candlesOf(period, { ...minutes, candleMs: 15 * MINUTE_MS })).toEqual({ fromMs: at(0), toMs: at(45) });
  });

  test('begin one earlier where a run leaves its first candle out', () => {
    const pace = { ...minutes, skipsFirstCandle: true };
    expect(candlesOf({ fromMs: at(5), toMs: at(6) }, pace)).toEqual({ fromMs: at(4), toMs: at(6) });
  });

  test('are none until one has passed', () => {
    expect(candlesOf({ fromMs: at(5) + 1, toMs: at(6) - 1 }, minutes)).toBeUndefined();
    expect(candlesOf({ fromMs: at(5), toMs: at(4) }, minutes)).toBeUndefined();
  });

  test('of weeks begin on Mondays', () => {
    const period = { fromMs: NOON_MS, toMs: NOON_MS + 14 * DAY_MS };
    expect(candlesOf(period, { ...minutes, candleMs: 7 * DAY_MS })).toEqual({
      fromMs: Date.UTC(2025, 11, 29),
      toMs: Date.UTC(2026, 0, 12),
    });
  });
});

describe('the part of a period that is stored', () => {
  const period = { fromMs: at(4), toMs: at(97) };
  const pace = { candleMs: MINUTE_MS, skipsFirstCandle: true };
  const refusal = (table: string, toMs: number) => {
    const coverage = { from: new Date(0).toISOString(), to: new Date(toMs).toISOString() };
    return new PlatformError('data_unavailable', { details: { table, coverage } });
  };

  test('ends where the table ends that is stored less far', () => {
    expect(storedPart(period, pace, refusal('candles_1m', at(40)))).toEqual({ fromMs: at(4), toMs: at(40) });
    expect(storedPart(period, pace, refusal('funding_1h', at(60)))).toEqual({ fromMs: at(4), toMs: at(60) });
  });

  test('ends within a longer candle that needs not be stored', () => {
    expect(storedPart(period, pace, refusal('candles_1h', at(0)))).toEqual({ fromMs: at(4), toMs: at(59) });
  });

  test('is none where that leaves no candle, and where nothing shorter would do', () => {
    expect(storedPart(period, pace, refusal('candles_1m', at(5)))).toBeUndefined();
    expect(storedPart(period, pace, refusal('candles_1m', at(97)))).toBeUndefined();
    const absent = { details: { table: 'candles_1m', coverage: null } };
    for (const error of [
      new PlatformError('data_unavailable', absent),
      new PlatformError('data_unavailable'),
      new PlatformError('rate_limited', absent),
      new Error('no'),
    ])
      expect(storedPart(period, pace, error)).toBeUndefined();
  });
});
