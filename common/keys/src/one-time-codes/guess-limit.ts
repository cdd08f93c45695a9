import { PlatformError } from '@platform/errors';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** The time in which wrong codes are counted. */
export const GUESS_WINDOW_SECONDS = 3_600;

/**
 * Limits wrong codes per hour: beside the attempts of each code, which are stored with it, so that somebody who resets those in the database
 * guesses no further. Counts are kept in this process, and also where `stored` keeps them.
 */
export class GuessLimit {
  readonly #limiters: readonly RateLimiterAbstract[];

  constructor(wrongCodesPerHour: number, stored?: RateLimiterAbstract) {
    const own = new RateLimiterMemory({ points: wrongCodesPerHour, duration: GUESS_WINDOW_SECONDS });
    this.#limiters = stored === undefined ? [own] : [own, stored];
  }

  /** Counts a code before it is compared. Throws `rate_limited` while the limit is reached, also for a right code. */
  async count(whose: string): Promise<void> {
    try {
      for (const limiter of this.#limiters) await limiter.consume(whose);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw new PlatformError('rate_limited', { details: { retry_after_seconds: retryAfterSeconds } });
    }
  }

  /** Takes a counted code back: it was right. */
  async forgive(whose: string): Promise<void> {
    for (const limiter of this.#limiters) await limiter.reward(whose);
  }
}
