// Why: docs/decisions/edge/rate-limits-and-usage.md
import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_ADDRESS_HEADER, WORKLOAD_TOKEN_HEADER } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import type { TokenVerifier } from '@platform/keys/tokens';
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
    /** Checks the tokens of facades, which name the clients that they ask for. */
    private readonly facades: TokenVerifier,
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
    const clientAddress = await this.#clientAddressOf(arrival);
    const rateLimit = await this.unauthenticated.admit(clientAddress, arrival.id);
    return { caller: { kind: 'anonymous', workload: 'gateway', clientAddress }, rateLimit };
  }

  /** Guesses count: whoever made too many learns no more about them. A count that fails does not hide the refusal. */
  async #countRefused(arrival: Arrival): Promise<void> {
    try {
      await this.unauthenticated.admit(await this.#clientAddressOf(arrival), arrival.id);
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'rate_limited') throw error;
    }
  }

  /** Lets facades pass and nobody else. Throws `unauthorized`. */
  async admitFacade({ headers }: Pick<Arrival, 'headers'>): Promise<void> {
    const token = headers[WORKLOAD_TOKEN_HEADER];
    const facade = typeof token === 'string' ? await this.facades.verify(token) : undefined;
    if (facade?.kind !== 'workload' || facade.workload !== 'rest-facade') throw new PlatformError('unauthorized');
  }

  /** Whether a facade asks, as far as its token says; nobody is counted or refused for it. */
  async isFacade({ headers }: Pick<Arrival, 'headers'>): Promise<boolean> {
    if (headers[WORKLOAD_TOKEN_HEADER] === undefined) return false;
    return this.admitFacade({ headers }).then(
      () => true,
      () => false,
    );
  }

  async #clientAddressOf({ headers, ip }: Arrival): Promise<string> {
    if (headers[WORKLOAD_TOKEN_HEADER] === undefined) return ip;
    await this.admitFacade({ headers });
    const clientAddress = headers[CLIENT_ADDRESS_HEADER];
    if (typeof clientAddress !== 'string') throw new PlatformError('unauthorized');
    return clientAddress;
  }
}
