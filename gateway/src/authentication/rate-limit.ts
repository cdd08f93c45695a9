import { PlatformError } from '@platform/errors';
import type { Caller } from '@platform/keys/tokens';

const WINDOW_SECONDS = 60;

/** What is left of an allowance, and until when. */
export interface RateLimit {
  /** What it is granted to: a credential, or an address without one. */
  readonly policy: 'credential' | 'unauthenticated';
  readonly requestsPerMinute: number;
  readonly requestsLeft: number;
  readonly resetsAtMs: number;
}

/** Whether a request may pass on an allowance. */
export interface Admission {
  readonly admitted: boolean;
  readonly rateLimit: RateLimit;
}

/** A request that passed: its caller, and what is left of the allowance. */
export interface Admitted<Who extends Caller = Caller> {
  readonly caller: Who;
  readonly rateLimit: RateLimit;
}

/** The refusal of a request whose allowance is used up. */
export class RateLimited extends PlatformError {
  readonly retryAfterSeconds: number;

  constructor(
    readonly rateLimit: RateLimit,
    nowMs: number,
  ) {
    const retryAfterSeconds = secondsUntil(rateLimit.resetsAtMs, nowMs);
    super('rate_limited', { details: { retry_after_seconds: retryAfterSeconds } });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-11: quota and window, and what remains of them. */
export function rateLimitHeaders({ policy, requestsPerMinute, requestsLeft, resetsAtMs }: RateLimit, nowMs: number) {
  return {
    'ratelimit-policy': `"${policy}";q=${requestsPerMinute};w=${WINDOW_SECONDS}`,
    ratelimit: `"${policy}";r=${requestsLeft};t=${secondsUntil(resetsAtMs, nowMs)}`,
  };
}

function secondsUntil(timeMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((timeMs - nowMs) / 1_000));
}
