import { keyOfName, keyWith, normalOf, smoothNoise } from './noise.js';

/** A power of two: a segment is halved down to its days. */
const SEGMENT_DAYS = 128;
/** Anchors spread this many daily volatilities around the typical price: levels always stay plausible. */
const ANCHOR_SPREAD = 6;
/** Coins move together: this is the correlation of their daily returns. */
const CORRELATION = 0.7;
const CALM_AND_STORM = 0.35;

/**
 * A market's level at the start of each UTC day, as the logarithm of its price against the typical one. Segments of 128 days lie between
 * anchors by midpoint displacement, so any day is computed without those before it.
 */
export class Days {
  readonly #ownKey: number;
  readonly #sharedKey: number;
  readonly #dailyVolatility: number;
  readonly #segments = new Map<number, Float64Array>();

  constructor(seed: number, coin: string, dailyVolatility: number) {
    this.#ownKey = keyOfName(seed, `days of ${coin}`);
    this.#sharedKey = keyOfName(seed, 'days of all coins');
    this.#dailyVolatility = dailyVolatility;
  }

  /** Returns the level at the start of a day; days are counted from the Unix epoch. */
  levelAt(day: number): number {
    const segment = Math.floor(day / SEGMENT_DAYS);
    return this.#segment(segment)[day - segment * SEGMENT_DAYS] ?? 0;
  }

  /** Returns the variance of the day's returns: volatile and calm phases last for days and are common to all coins. */
  varianceOf(day: number): number {
    const shared = smoothNoise(keyWith(this.#sharedKey, 1), day / 8);
    const own = smoothNoise(keyWith(this.#ownKey, 1), day / 4);
    const logVolatility = CALM_AND_STORM * (CORRELATION * shared + (1 - CORRELATION) * own);
    return (this.#dailyVolatility * Math.exp(logVolatility)) ** 2;
  }

  #segment(index: number): Float64Array {
    let levels = this.#segments.get(index);
    if (levels === undefined) {
      levels = this.#build(index);
      this.#segments.set(index, levels);
    }
    return levels;
  }

  #build(segment: number): Float64Array {
    const first = segment * SEGMENT_DAYS;
    const levels = new Float64Array(SEGMENT_DAYS + 1);
    const anchor = (day: number) => ANCHOR_SPREAD * this.#dailyVolatility * this.#normal(SEGMENT_DAYS, day);
    levels[0] = anchor(first);
    levels[SEGMENT_DAYS] = anchor(first + SEGMENT_DAYS);
    for (let width = SEGMENT_DAYS; width > 1; width /= 2) {
      const displacement = (this.#dailyVolatility * Math.sqrt(width)) / 2;
      for (let left = 0; left < SEGMENT_DAYS; left += width) {
        const middle = left + width / 2;
        const straight = ((levels[left] ?? 0) + (levels[left + width] ?? 0)) / 2;
        levels[middle] = straight + displacement * this.#normal(width / 2, first + middle);
      }
    }
    return levels;
  }

  #normal(width: number, day: number): number {
    const shared = normalOf(keyWith(keyWith(this.#sharedKey, width), day));
    const own = normalOf(keyWith(keyWith(this.#ownKey, width), day));
    return CORRELATION * shared + Math.sqrt(1 - CORRELATION ** 2) * own;
  }
}
