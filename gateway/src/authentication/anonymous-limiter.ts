import type { Clock } from '@platform/kit/clock';
import { LRUCache } from 'lru-cache';
import type { Identity } from './identity.js';
import { type RateLimit, RateLimited } from './rate-limit.js';

const ADDRESSES_MAX = 10_000;

/**
 * Requests without a valid credential, counted by the identity service per source address. They are few: each is counted at once,
 * and an address that has used up its limit is refused from memory until the minute ends.
 */
export class AnonymousLimiter {
  readonly #refused = new LRUCache<string, RateLimit>({ max: ADDRESSES_MAX });

  constructor(
    private readonly identity: Identity,
    private readonly clock: Clock,
  ) {}

  /** Counts one request; returns what is left. Throws `rate_limited`. */
  async admit(clientAddress: string, requestId: string): Promise<RateLimit> {
    const refused = this.#refused.get(clientAddress);
    if (refused !== undefined && this.clock.nowMs() < refused.resetsAtMs)
      throw new RateLimited(refused, this.clock.nowMs());
    const { admitted, rateLimit } = await this.identity.admitUnauthenticated(clientAddress, requestId);
    if (admitted) return rateLimit;
    this.#refused.set(clientAddress, rateLimit);
    throw new RateLimited(rateLimit, this.clock.nowMs());
  }
}
