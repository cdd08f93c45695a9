// Why: docs/decisions/sandbox/chains-and-venues.md

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Clock } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';
import type { Network } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import {
  type Address,
  type Block,
  createTestClient,
  type Hex,
  hexToBytes,
  http,
  parseEther,
  parseUnits,
  publicActions,
  walletActions,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { CHAINS } from './chain.js';
import { usdcAbi, usdcCreationCode } from './usdc.js';

const BLOCK_INTERVAL_MS = 1_000;
const IDLE_BLOCK_INTERVAL_MS = 15_000;
/** After this many blocks without a transaction the chain is idle: each block costs the embedded chain memory, and its readers time. */
const BLOCKS_UNTIL_IDLE = 15;
/** `finalized` is two blocks behind, and a restarted chain knows only the state of its last block. */
const BLOCKS_UNTIL_FINAL = 2;
const RPC_TIMEOUT_MS = 10_000;
const FAUCET_ETHER = parseEther('1000000');
const FAUCET_MICRO_USDC = parseUnits('1000000000', 6);

/** A keeper of a chain, until it is closed. */
export interface ChainKeeper {
  /** Returns whether the running chain has been set up and can be used. */
  isReady(): boolean;
  close(): Promise<void>;
}

interface KeeperOptions {
  chain: Network;
  rpcUrl: string;
  /** The file of the chain's state, written after each block; anvil starts from it. */
  snapshotFile: string;
  faucetKey: Hex;
  /** The account that gets ether at each start, so that it can pay for the platform's transactions. */
  relayer?: Address | undefined;
  clock: Clock;
  logger: Logger;
}

/**
 * Keeps an embedded chain alive: puts USDC and a funded faucet on it the first time, makes one block per second while there is anything to
 * include or to finalise (few when idle), and writes the state after each block. anvil itself could do the last two, but it writes its
 * state in place (a kill in the middle loses the chain) and keeps 1,500 past states in memory when it makes one block per second.
 */
export function startChainKeeper(options: KeeperOptions): ChainKeeper {
  const keeper = new Keeper(options);
  const stop = new AbortController();
  const running = keeper.run(stop.signal);
  return {
    isReady: () => keeper.instanceId !== undefined,
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

function createClient(account: PrivateKeyAccount, { chain, rpcUrl }: KeeperOptions) {
  return createTestClient({
    mode: 'anvil',
    account,
    chain: {
      id: CHAINS[chain].id,
      name: `sandbox ${chain}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    },
    // Concurrent calls go in one request: the chain is polled every second, also while nothing happens.
    transport: http(rpcUrl, { retryCount: 0, timeout: RPC_TIMEOUT_MS, batch: { wait: 0 } }),
  })
    .extend(publicActions)
    .extend(walletActions);
}

class Keeper {
  /** The run of anvil that has been set up; `undefined` while anvil does not answer. */
  instanceId: Hex | undefined;
  readonly #options: KeeperOptions;
  readonly #faucet: PrivateKeyAccount;
  readonly #client: ReturnType<typeof createClient>;
  #lastActiveBlock = 0n;
  #writtenBlock: bigint | undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#faucet = privateKeyToAccount(options.faucetKey);
    this.#client = createClient(this.#faucet, options);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, chain } = this.#options;
    let failure: string | undefined;
    while (!signal.aborted) {
      try {
        await this.#tick();
        failure = undefined;
      } catch (error) {
        this.instanceId = undefined;
        // Logged once per new reason: while anvil restarts, it is the same ten times per second.
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== failure) logger.warn({ err: error, chain }, 'the chain cannot be kept');
        failure = reason;
      }
      const pauseMs = this.instanceId === undefined ? BLOCK_INTERVAL_MS / 10 : BLOCK_INTERVAL_MS;
      // Aborted: the loop ends by its condition.
      await clock.sleep(pauseMs, signal).catch(() => undefined);
    }
  }

  async #tick(): Promise<void> {
    const [instanceId, head, pool] = await Promise.all([
      this.#instance(),
      this.#client.getBlock(),
      this.#client.getTxpoolStatus(),
    ]);
    if (instanceId !== this.instanceId) {
      await this.#setUp();
      this.instanceId = instanceId;
    } else if (this.#isBlockDue(head, pool)) {
      await this.#client.mine({ blocks: 1 });
    } else {
      return this.#write(head.number);
    }
    return this.#write(await this.#client.getBlockNumber({ cacheTime: 0 }));
  }

  /** anvil has an id for each of its runs. */
  async #instance(): Promise<Hex> {
    const { instanceId } = await this.#client.request<{
      Method: 'anvil_metadata';
      Parameters?: undefined;
      ReturnType: { instanceId: Hex };
    }>({ method: 'anvil_metadata' });
    return instanceId;
  }

  async #setUp(): Promise<void> {
    const { chain, logger, snapshotFile } = this.#options;
    await mkdir(dirname(snapshotFile), { recursive: true });
    const { usdcAddress } = CHAINS[chain];
    if (!(await this.#isFunded(usdcAddress))) {
      await this.#placeUsdc(usdcAddress);
      logger.info({ chain, usdcAddress, faucet: this.#faucet.address }, 'USDC and a faucet are on the new chain');
    }
    const { relayer } = this.#options;
    if (relayer !== undefined) await this.#client.setBalance({ address: relayer, value: FAUCET_ETHER });
    await this.#client.mine({ blocks: BLOCKS_UNTIL_FINAL });
    this.#lastActiveBlock = await this.#client.getBlockNumber({ cacheTime: 0 });
  }

  /** Minting comes last, so a set-up that was interrupted is seen and repeated. */
  async #isFunded(usdcAddress: Address): Promise<boolean> {
    if ((await this.#client.getCode({ address: usdcAddress })) === undefined) return false;
    return (await this.#client.readContract({ address: usdcAddress, abi: usdcAbi, functionName: 'totalSupply' })) > 0n;
  }

  async #placeUsdc(address: Address): Promise<void> {
    const faucet = this.#faucet.address;
    const { data: bytecode } = await this.#client.call({ data: usdcCreationCode(faucet) });
    if (bytecode === undefined) throw new Error('the creation code returned no code');
    await this.#client.setCode({ address, bytecode });
    await this.#client.setBalance({ address: faucet, value: FAUCET_ETHER });
    await this.#client.writeContract({
      address,
      abi: usdcAbi,
      functionName: 'mint',
      args: [faucet, FAUCET_MICRO_USDC],
    });
    await this.#client.mine({ blocks: 1 });
  }

  #isBlockDue(head: Block<bigint, false, 'latest'>, pool: { pending: number }): boolean {
    if (head.transactions.length > 0) this.#lastActiveBlock = head.number;
    if (pool.pending > 0 || head.number - this.#lastActiveBlock < BLOCKS_UNTIL_IDLE) return true;
    return this.#options.clock.nowMs() - Number(head.timestamp) * 1_000 >= IDLE_BLOCK_INTERVAL_MS;
  }

  /** Every finalised block has been written: a kill loses at most the last block. */
  async #write(number: bigint): Promise<void> {
    if (number === this.#writtenBlock) return;
    const state = await promisify(gunzip)(hexToBytes(await this.#client.dumpState()));
    await writeWhole(this.#options.snapshotFile, state);
    this.#writtenBlock = number;
  }
}
