import { PlatformError } from '@platform/errors';
import { monotonicMs } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { type Network, networks } from '@platform/kit/networks';
import { BaseError, createPublicClient, type HttpTransportConfig, http, type PublicClient } from 'viem';

const CALL_TIMEOUT_MS = 2_000;
const RETRIES = 2;
const RETRY_DELAY_MS = 100;
/** Nodes of one provider are at most minutes apart. */
const LAG_MS_MAX = 5 * 60_000;
/** Maximum calls per batch request: hosted nodes limit it. */
const TOGETHER_MAX = 100;
/** Ten thousand log entries, the maximum per answer of hosted nodes, take about 7 MB. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

/** A network's JSON-RPC node. Calls are retried, so only calls that are safe to repeat go through it. */
export class EvmNode {
  readonly #client: PublicClient;
  readonly #together: PublicClient;
  readonly #once: PublicClient;
  #checked = false;
  #final = 0n;
  /** What the last answer named, where that is lower. */
  #lower: bigint | undefined;
  /** When an answer last named it, or a newer one. */
  #reachedAtMs = 0;

  constructor(
    readonly network: Network,
    /** May hold a provider's key, so it is secret. */
    rpcUrl: Secret,
  ) {
    this.#client = connect(rpcUrl, { retryCount: RETRIES });
    this.#together = connect(rpcUrl, { retryCount: RETRIES, batch: { batchSize: TOGETHER_MAX, wait: 0 } });
    this.#once = connect(rpcUrl, { retryCount: 0 });
  }

  /** Calls the node; the chain id is checked the first time. Throws `wallet_upstream_unavailable`, never naming the address. */
  ask<Result>(question: (client: PublicClient) => Promise<Result>): Promise<Result> {
    return this.#ask(this.#client, question);
  }

  /** Calls the node like `ask`; concurrent calls go to the node in one JSON-RPC batch request. */
  askTogether<Result>(question: (client: PublicClient) => Promise<Result>): Promise<Result> {
    return this.#ask(this.#together, question);
  }

  /** Calls the node like `ask` without retries: the caller decides what a refusal means. */
  askOnce<Result>(question: (client: PublicClient) => Promise<Result>): Promise<Result> {
    return this.#ask(this.#once, question);
  }

  /**
   * Returns the newest final block that any answer has named, never beyond that answer's newest block. A node that lags does not lower it. Two
   * answers in a row do when none has reached it for longer than nodes lag: then it was named wrongly.
   */
  async finalBlock(): Promise<bigint> {
    const named = await this.askTogether(async (client) => {
      const [{ number: final }, latest] = await Promise.all([
        client.getBlock({ blockTag: 'finalized' }),
        client.getBlockNumber(),
      ]);
      return final < latest ? final : latest;
    });
    const nowMs = monotonicMs();
    const isWrong = this.#lower !== undefined && nowMs - this.#reachedAtMs >= LAG_MS_MAX;
    if (named >= this.#final || isWrong) {
      this.#final = named;
      this.#reachedAtMs = nowMs;
    }
    this.#lower = named < this.#final ? named : undefined;
    return this.#final;
  }

  async #ask<Result>(client: PublicClient, question: (client: PublicClient) => Promise<Result>): Promise<Result> {
    try {
      await this.#checkChainId();
      return await question(client);
    } catch (error) {
      throw new PlatformError('wallet_upstream_unavailable', {
        details: { network: this.network },
        cause: new Error(reasonOf(error)),
      });
    }
  }

  /**
   * Checks the chain id, since a balance of another chain would be believed. It is checked lazily, since the service may start while a
   * chain is down.
   */
  async #checkChainId(): Promise<void> {
    if (this.#checked) return;
    const expected = networks[this.network].chainId;
    const actual = await this.#client.getChainId();
    if (actual !== expected) throw new Error(`the chain id is ${actual}, not ${expected}`);
    this.#checked = true;
  }
}

function connect(rpcUrl: Secret, options: Pick<HttpTransportConfig, 'batch' | 'retryCount'>): PublicClient {
  return createPublicClient({
    cacheTime: 0,
    // Neither a contract nor the node may make this process call an address of their choice.
    ccipRead: false,
    transport: http(rpcUrl.reveal(), {
      ...options,
      timeout: CALL_TIMEOUT_MS,
      retryDelay: RETRY_DELAY_MS,
      maxResponseBodySize: ANSWER_BYTES_MAX,
      fetchFn,
      fetchOptions: { redirect: 'error' },
    }),
  });
}

/** Limits the whole answer. The client's own time-out ends with the head of the answer: an endless body would take for ever. */
const fetchFn: typeof fetch = (address, { signal, ...init } = {}) => {
  const late = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return fetch(address, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late });
};

/** Returns why a call failed, without the address that viem's full messages quote. */
function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return `${error.name}: ${error.shortMessage}`;
  return error instanceof Error ? error.message : 'unknown';
}
