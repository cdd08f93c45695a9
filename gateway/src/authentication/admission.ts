// Why: docs/decisions/edge/rate-limits-and-usage.md
import type { IncomingHttpHeaders } from 'node:http';
import { PlatformError } from '@platform/errors';
import type { AnonymousLimiter } from './anonymous-limiter.js';
import type { Authenticator } from './authenticator.js';
import { readCredential } from './credential.js';
import type { Admitted } from './rate-limit.js';

/** The parts of a request that admission checks first. */
export interface IncomingRequest {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  /** Address that the connection comes from, or that a trusted proxy names. */
  readonly ip: string;
  /** The operation of the older surface that it is for, as `v1.backtesting.list`: its use is counted once. */
  readonly legacyOperation?: string | undefined;
}

const LEGACY_OPERATION = /^[a-z0-9.-]{1,64}$/;

/** Admits each request once: for the owner of its credential, or anonymously for its address. */
export class RequestAdmission {
  /** Requests whose operation of the older surface was handed on: one request may execute several operations of the graph. */
  readonly #named = new WeakSet<IncomingRequest>();

  constructor(
    private readonly authenticator: Authenticator,
    private readonly anonymous: AnonymousLimiter,
  ) {}

  /**
   * Throws `unauthorized` for an invalid credential, even where none is needed, and `rate_limited`. An expensive request
   * counts as several `requests`.
   */
  async admit(incoming: IncomingRequest, requests = 1): Promise<Admitted> {
    const admitted = await this.#admitOnce(incoming, this.#legacyOperationOf(incoming));
    await this.count(incoming, requests - 1);
    return admitted;
  }

  /** Counts a request as several more, as far as the allowance goes: it has been answered, or is being refused. */
  async count(incoming: IncomingRequest, requests: number): Promise<void> {
    try {
      for (let counted = 0; counted < requests; counted += 1) await this.#admitOnce(incoming);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
  }

  /** Returns the name to count, once per request. Throws for a name in another form, which the table of the surface must not have. */
  #legacyOperationOf(incoming: IncomingRequest): string | undefined {
    const { legacyOperation } = incoming;
    if (legacyOperation === undefined || this.#named.has(incoming)) return undefined;
    if (!LEGACY_OPERATION.test(legacyOperation)) throw new Error(`${legacyOperation} names no legacy operation`);
    this.#named.add(incoming);
    return legacyOperation;
  }

  async #admitOnce(incoming: IncomingRequest, legacyOperation?: string): Promise<Admitted> {
    try {
      const credential = readCredential(incoming.headers);
      if (credential !== undefined)
        return await this.authenticator.authenticate(credential, incoming.id, legacyOperation);
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'unauthorized') await this.#countRefused(incoming);
      throw error;
    }
    const rateLimit = await this.anonymous.admit(incoming.ip, incoming.id);
    return { caller: { kind: 'anonymous', workload: 'gateway', clientAddress: incoming.ip }, rateLimit };
  }

  /** Guessed credentials count: after too many, `rate_limited` hides the result. A failed count does not hide the refusal. */
  async #countRefused(incoming: IncomingRequest): Promise<void> {
    try {
      await this.anonymous.admit(incoming.ip, incoming.id);
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'rate_limited') throw error;
    }
  }
}
