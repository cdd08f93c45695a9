import type { Secret } from '@platform/config';
import { PlatformError } from '@platform/errors';
import { BaseError, createPublicClient, http, type PublicClient } from 'viem';
import type { Network } from './chain.js';
import { networks } from './networks.js';

const CALL_TIMEOUT_MS = 2_000;
const RETRIES = 2;
const RETRY_DELAY_MS = 100;
/** How many questions one request carries. */
const TOGETHER_MAX = 100;

/** A network's JSON-RPC node. What is asked of it is retried, so only what is harmless to repeat goes through it. */
export class EvmNode {
  readonly #client: PublicClient;
  readonly #together: PublicClient;
  #checked = false;

  constructor(
    readonly network: Network,
    /** May hold a provider's key, hence secret. */
    rpcUrl: Secret,
  ) {
    this.#client = connect(rpcUrl, false);
    this.#together = connect(rpcUrl, { batchSize: TOGETHER_MAX, wait: 0 });
  }

  /** Asks the node; the chain id is checked the first time. Throws `wallet_upstream_unavailable`, never naming the address. */
  ask<Result>(question: (client: PublicClient) => Promise<Result>): Promise<Result> {
    return this.#ask(this.#client, question);
  }

  /** The same, where what is asked at once goes to the node in one request, as JSON-RPC's batches do. */
  askTogether<Result>(question: (client: PublicClient) => Promise<Result>): Promise<Result> {
    return this.#ask(this.#together, question);
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

function connect(rpcUrl: Secret, batch: false | { batchSize: number; wait: number }): PublicClient {
  return createPublicClient({
    cacheTime: 0,
    // Neither a contract nor the node may have this process ask an address of their choice.
    ccipRead: false,
    transport: http(rpcUrl.reveal(), {
      batch,
      timeout: CALL_TIMEOUT_MS,
      retryCount: RETRIES,
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
