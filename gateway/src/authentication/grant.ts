import type { UserCaller } from '@platform/keys/tokens';
import type { RateLimit } from './rate-limit.js';

/** The identity service's response for a credential: its owner, and how many requests may pass before the next call. */
export interface Grant {
  readonly caller: UserCaller;
  /** Absent when nothing was left to grant. */
  readonly grantId?: string;
  readonly allowance: number;
  /** End of the window that the allowance counts for. */
  readonly resetsAtMs: number;
  /** What the credential is granted in total. */
  readonly requestsPerMinute: number;
  /** What is left of the window besides all open grants. */
  readonly requestsLeft: number;
}

/** Names of operations per report: the identity service takes no more. */
const LEGACY_OPERATIONS_MAX = 128;
/** What requests are counted as whose operation has no place among the names of their grant. */
const OTHER_OPERATIONS = 'other';

/** The requests that passed on a grant. */
export interface GrantUsage {
  readonly credentialId: string;
  readonly grantId: string;
  readonly requests: number;
  readonly lastRequestAtMs: number;
  /** Those among them that were for operations of the older surface. */
  readonly legacyOperations: { readonly operation: string; readonly requests: number }[];
}

/** A grant that is being spent. */
export class OpenGrant {
  #requests = 0;
  #lastRequestAtMs = 0;
  /** By their names; empty for callers of the unified surface. */
  readonly #legacyOperations = new Map<string, number>();

  constructor(
    readonly grant: Grant,
    readonly takenAtMs: number,
  ) {}

  /** Counts one request, also for its operation of the older surface; false when the allowance is used up. */
  spend(nowMs: number, legacyOperation?: string): boolean {
    if (this.#requests >= this.grant.allowance) return false;
    this.#requests += 1;
    this.#lastRequestAtMs = nowMs;
    if (legacyOperation !== undefined) this.#countOperation(legacyOperation);
    return true;
  }

  #countOperation(operation: string): void {
    const counts = this.#legacyOperations;
    const isListed = counts.has(operation) || counts.size < LEGACY_OPERATIONS_MAX - 1;
    const name = isListed ? operation : OTHER_OPERATIONS;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  /** What is left of the credential's window, as far as this process can know. */
  rateLimit(): RateLimit {
    const { allowance, requestsLeft, requestsPerMinute, resetsAtMs } = this.grant;
    return {
      policy: 'credential',
      requestsPerMinute,
      requestsLeft: allowance - this.#requests + requestsLeft,
      resetsAtMs,
    };
  }

  /** Returns the report for returning the grant; undefined if there was no grant. */
  usage(): GrantUsage | undefined {
    const { caller, grantId } = this.grant;
    if (grantId === undefined) return undefined;
    // A grant is requested for a request: its time is used if none passed.
    const lastRequestAtMs = this.#lastRequestAtMs || this.takenAtMs;
    const legacyOperations = [...this.#legacyOperations].map(([operation, requests]) => ({ operation, requests }));
    return { credentialId: caller.credentialId, grantId, requests: this.#requests, lastRequestAtMs, legacyOperations };
  }
}
