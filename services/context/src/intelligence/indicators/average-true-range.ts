import { TR, WSMA } from 'trading-signals';
import type { Candle } from './candle.js';

const PERIOD = 14;

/**
 * Wilder's average true range over 14 candles, in the price's unit, as TA-Lib's `ATR` returns it for the last candle: the first candle has
 * no close before it and so no true range; the mean of the first 14 ranges is the seed; then each range counts a fourteenth. Undefined with
 * fewer than 15 candles. Source: Wilder, New Concepts in Technical Trading Systems (1978).
 */
export function averageTrueRange(candles: readonly Candle[]): number | undefined {
  const range = new TR();
  const smoothed = new WSMA(PERIOD);
  for (const [index, candle] of candles.entries()) {
    const trueRange = range.update(candle, false);
    if (index > 0) smoothed.update(trueRange, false);
  }
  return smoothed.getResult() ?? undefined;
}
