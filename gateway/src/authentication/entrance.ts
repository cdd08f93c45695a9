// Why: docs/decisions/edge/rate-limits-and-usage.md
import type { IncomingHttpHeaders } from 'node:http';
import { PlatformError } from '@platform/errors';
import type { Authenticator } from './authenticator.js';
import { readCredential } from './credential.js';
import type { Admitted } from './rate-limit.js';
import type { Unauthenticated } from './unauthenticated.js';

/** What is looked at before anything that a request asks for. */
export interface Arrival {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  /** Address that the connection comes from, or that a trusted proxy names. */
  readonly ip: string;
}

/** Lets requests in, each once: as its credential's holder, or as somebody without one from an address. */
export class Entrance {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly unauthenticated: Unauthenticated,
  ) {}

  /**
   * Throws `unauthorized` for an invalid credential, even where none is needed, and `rate_limited`. What has cost as much as
   * several `requests` counts as so many.
   */
  async admit(arrival: Arrival, requests = 1): Promise<Admitted> {
    const admitted = await this.#admitOnce(arrival);
    await this.count(arrival, requests - 1);
    return admitted;
  }

  /** Counts more requests of an arrival, as far as its allowance goes: it has been answered, or is being refused. */
  async count(arrival: Arrival, requests: number): Promise<void> {
    try {
      for (let counted = 0; counted < requests; counted += 1) await this.#admitOnce(arrival);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
  }

  async #admitOnce(arrival: Arrival): Promise<Admitted> {
    try {
      const credential = readCredential(arrival.headers);
      if (credential !== undefined) return await this.authenticator.authenticate(credential, arrival.id);
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'unauthorized') await this.#countRefused(arrival);
      throw error;
    }
    const rateLimit = await this.unauthenticated.admit(arrival.ip, arrival.id);
    return { caller: { kind: 'anonymous', workload: 'gateway', clientAddress: arrival.ip }, rateLimit };
  }

  /** Guesses count: whoever made too many learns no more about them. A count that fails does not hide the refusal. */
  async #countRefused(arrival: Arrival): Promise<void> {
    try {
      await this.unauthenticated.admit(arrival.ip, arrival.id);
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'rate_limited') throw error;
    }
  }
}
