import { Draws, keyOfName, keyWith, smoothNoise } from '../../../simulation/index.js';
import type { FundingRate, Perpetual } from '../market.js';

const HOUR_MS = 3_600_000;
/** The venue's interest per eight hours, to which the rate returns, and how far the premium may deviate without moving it. */
const INTEREST = 0.0001;
const DEAD_ZONE = 0.0005;
/** Funding is stamped when its block is made, a moment after the hour. */
const STAMP_DELAY_MAX_MS = 130;

/**
 * Hourly funding as the venue computes it, from a premium that wanders around its mean over hours and days:
 * rate = (premium + clamp(interest − premium, ±0.05 %)) / 8.
 */
export class Fundings {
  readonly #key: number;
  readonly #spread: number;

  constructor(seed: number, perpetual: Perpetual) {
    this.#key = keyOfName(seed, `funding of ${perpetual.coin}`);
    this.#spread = 0.0022 * Math.sqrt(perpetual.dailyVolatility);
  }

  /** Returns the first `limit` fundings stamped from `fromMs` to `toMs`, both included. */
  between(fromMs: number, toMs: number, limit: number): FundingRate[] {
    const rates: FundingRate[] = [];
    for (let hour = Math.floor(fromMs / HOUR_MS); hour * HOUR_MS <= toMs && rates.length < limit; hour += 1) {
      const rate = this.#at(hour);
      if (rate.timeMs >= fromMs && rate.timeMs <= toMs) rates.push(rate);
    }
    return rates;
  }

  /** Returns the funding that ends the hour in progress. */
  next(atMs: number): FundingRate {
    return this.#at(Math.floor(atMs / HOUR_MS) + 1);
  }

  #at(hour: number): FundingRate {
    const over = (hours: number) => smoothNoise(keyWith(this.#key, hours), hour / hours);
    const premium = roundTo(8, this.#spread * (0.6 + 0.6 * over(96) + 0.5 * over(12) + 0.4 * over(1)));
    const delayMs = Math.floor(STAMP_DELAY_MAX_MS * new Draws(keyWith(this.#key, hour)).uniform());
    return { timeMs: hour * HOUR_MS + delayMs, rate: rateOf(premium), premium };
  }
}

/** Returns the hourly rate that follows from an hour's average premium. */
function rateOf(premium: number): number {
  const correction = Math.min(DEAD_ZONE, Math.max(-DEAD_ZONE, INTEREST - premium));
  return roundTo(10, (premium + correction) / 8);
}

/** Returns a premium from which the rate follows: within the dead zone it is unknown, and counts as zero. */
export function premiumOf(rate: number): number {
  const deviation = rate * 8 - INTEREST;
  return Math.abs(deviation) < 1e-9 ? 0 : roundTo(8, rate * 8 + Math.sign(deviation) * DEAD_ZONE);
}

function roundTo(decimals: number, value: number): number {
  return Number(value.toFixed(decimals));
}
