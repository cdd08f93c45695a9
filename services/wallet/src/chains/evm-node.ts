import type { Secret } from '@platform/config';
import { PlatformError } from '@platform/errors';
import { BaseError, createPublicClient, http, type PublicClient } from 'viem';
import type { Network } from './chain.js';
import { networks } from './networks.js';

const CALL_TIMEOUT_MS = 2_000;
const RETRIES = 2;
const RETRY_DELAY_MS = 100;
/** Hosted nodes limit how many calls one request holds. */
const CALLS_A_BATCH = 100;

/** A network's JSON-RPC node. What is asked of it is retried, so only what is harmless to repeat goes through it. */
export class EvmNode {
  readonly #client: PublicClient;
  readonly #batching: PublicClient;
  #checked = false;
  #final = 0n;

  constructor(
    readonly network: Network,
    /** May hold a provider's key, hence secret. */
    rpcUrl: Secret,
  ) {
    this.#client = clientOf(rpcUrl, { retryCount: RETRIES });
    this.#batching = clientOf(rpcUrl, { retryCount: 0, batch: { batchSize: CALLS_A_BATCH } });
  }

  /** Asks the node; the chain id is checked the first time. Throws `wallet_upstream_unavailable`, never naming the address. */
  ask<Result>(question: (client: PublicClient) => Promise<Result>): Promise<Result> {
    return this.#ask(this.#client, question);
  }

  /** The newest block that can't be taken back, as far as any answer has said: one that lags takes nothing back. */
  async finalBlock(): Promise<bigint> {
    const { number } = await this.ask((client) => client.getBlock({ blockTag: 'finalized' }));
    if (number > this.#final) this.#final = number;
    return this.#final;
  }

  /** As `ask`, without retries: what is asked at once goes as one request, and who asks decides what a refusal means. */
  askTogether<Result>(question: (client: PublicClient) => Promise<Result>): Promise<Result> {
    return this.#ask(this.#batching, question);
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

  /** A balance of another chain would be believed: lazily, since the service starts while a chain is down. */
  async #checkChainId(): Promise<void> {
    if (this.#checked) return;
    const expected = networks[this.network].chainId;
    const actual = await this.#client.getChainId();
    if (actual !== expected) throw new Error(`the chain id is ${actual}, not ${expected}`);
    this.#checked = true;
  }
}

function clientOf(rpcUrl: Secret, options: { retryCount: number; batch?: { batchSize: number } }): PublicClient {
  return createPublicClient({
    cacheTime: 0,
    // Neither a contract nor the node may have this process ask an address of their choice.
    ccipRead: false,
    transport: http(rpcUrl.reveal(), {
      ...options,
      timeout: CALL_TIMEOUT_MS,
      retryDelay: RETRY_DELAY_MS,
      fetchOptions: { redirect: 'error' },
    }),
  });
}

/** Why a call failed, without the address that viem's full messages quote. */
function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return `${error.name}: ${error.shortMessage}`;
  return error instanceof Error ? error.message : 'unknown';
}
