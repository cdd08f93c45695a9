import { TR, WSMA } from 'trading-signals';
import type { Candle } from './candle.js';

const PERIOD = 14;

/** The strength and the direction of price movement. */
export interface DirectionalIndex {
  /** 0 to 100. */
  readonly adx: number;
  /** Movement up and down, each as a share of the true range; 0 to 100. */
  readonly up: number;
  readonly down: number;
}

/** Returns how far a candle reaches beyond the one before, in the direction in which it reaches further; neither when both are equal. */
function movement(candle: Candle, former: Candle): { up: number; down: number } {
  const up = candle.high - former.high;
  const down = former.low - candle.low;
  return { up: up > 0 && up > down ? up : 0, down: down > 0 && down > up ? down : 0 };
}

/** Wilder's sum of 14: the first 13 count whole. */
class WilderSum {
  readonly #mean = new WSMA(PERIOD);

  constructor() {
    // A mean of a zero and 13 values is a fourteenth of their sum.
    this.#mean.update(0, false);
  }

  add(value: number): void {
    this.#mean.update(value, false);
  }

  get value(): number {
    return (this.#mean.getResult() ?? 0) * PERIOD;
  }
}

/**
 * Wilder's average directional index over 14 candles, as TA-Lib's `ADX`, `PLUS_DI` and `MINUS_DI` return them for the last candle.
 * Undefined with fewer than 28 candles. Its smoothing is trading-signals'; that library's own ADX counts a candle that reaches equally far
 * in both directions twice where TA-Lib counts it in neither, divides by zero where prices stand still, and starts from the first candle's
 * own range. Source: Wilder, New Concepts in Technical Trading Systems (1978).
 */
export function directionalIndex(candles: readonly Candle[]): DirectionalIndex | undefined {
  const range = new TR();
  const ranges = new WilderSum();
  const ups = new WilderSum();
  const downs = new WilderSum();
  const average = new WSMA(PERIOD);
  let shares = { up: 0, down: 0 };
  for (const [index, candle] of candles.entries()) {
    const trueRange = range.update(candle, false);
    const former = candles[index - 1];
    if (former === undefined) continue;
    const { up, down } = movement(candle, former);
    ranges.add(trueRange);
    ups.add(up);
    downs.add(down);
    if (index < PERIOD) continue;
    shares = sharesOf(ups.value, downs.value, ranges.value);
    const total = shares.up + shares.down;
    // Where nothing has moved yet, the seed counts a zero, and afterwards the average stays as it was.
    if (total > 0) average.update((100 * Math.abs(shares.up - shares.down)) / total, false);
    else if (index < 2 * PERIOD) average.update(0, false);
  }
  const adx = average.getResult();
  return adx === null ? undefined : { adx, ...shares };
}

function sharesOf(up: number, down: number, range: number): { up: number; down: number } {
  return range === 0 ? { up: 0, down: 0 } : { up: (100 * up) / range, down: (100 * down) / range };
}
