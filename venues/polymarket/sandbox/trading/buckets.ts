import type { Clock } from '@platform/kit/clock';
import type { Faults } from '../../../simulation/index.js';
import { VENUE_NAME } from '../faults.js';
import { Refusal } from '../refusal.js';

/** The tokens of an account without volume, by what they pay for. Source: docs.polymarket.com/api-reference/trading-rate-limits. */
const BUCKETS = {
  order: { perSecond: 40, burst: 60 },
  cancel: { perSecond: 80, burst: 120 },
} as const;
const TIER = 'standard';

/** What a bucket pays for. */
export type BucketName = keyof typeof BUCKETS;

/** What a response says about the bucket that it was paid from. */
export type BucketHeaders = Readonly<Record<string, string>>;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Counts the orders and the cancels of each signer. */
export class Buckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly clock: Clock,
    private readonly faults: Faults | undefined,
  ) {}

  /** Takes the tokens of a request, all of them or none. Throws `Refusal`. */
  spend(name: BucketName, signer: string, tokens: number): BucketHeaders {
    const { perSecond, burst } = BUCKETS[name];
    const bucket = this.#filled(name, signer);
    const limited = this.faults?.takeTrouble(VENUE_NAME, 'signer_limited', signer);
    if (limited !== undefined) bucket.tokens = -perSecond * (limited.delayMs / 1_000);
    if (bucket.tokens < tokens) {
      const waitS = Math.ceil((tokens - bucket.tokens) / perSecond);
      throw new Refusal(
        429,
        { error: 'Too Many Requests' },
        { ...this.#headers(bucket, waitS), ...(tokens <= burst && { 'Retry-After': waitS }) },
      );
    }
    bucket.tokens -= tokens;
    return this.#headers(bucket, 0);
  }

  /** Takes the tokens of what a request turned out to be: more than there are leave a debt. */
  charge(name: BucketName, signer: string, tokens: number): BucketHeaders {
    const bucket = this.#filled(name, signer);
    bucket.tokens -= tokens;
    return this.#headers(bucket, 0);
  }

  #filled(name: BucketName, signer: string): Bucket {
    const { perSecond, burst } = BUCKETS[name];
    const key = `${name} ${signer}`;
    const nowMs = this.clock.nowMs();
    const bucket = this.#buckets.get(key) ?? { tokens: burst, atMs: nowMs };
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1_000) * perSecond);
    bucket.atMs = nowMs;
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #headers({ tokens }: Bucket, waitS: number): BucketHeaders {
    return {
      'Poly-RateLimit-Remaining': String(Math.floor(tokens)),
      'Poly-RateLimit-Reset': String(Math.floor(this.clock.nowMs() / 1_000) + waitS),
      'Poly-RateLimit-Tier': TIER,
    };
  }
}
