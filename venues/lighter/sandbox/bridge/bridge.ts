import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import type { Address, Hex } from 'viem';
import type { BridgeTrouble } from '../../../simulation/index.js';
import { type Arrival, BridgeChain, readArrivals } from '../../../simulation/money/index.js';
import { credit } from '../accounts/credit.js';
import type { Store } from '../store/store.js';
import { Deposits } from './deposits.js';
import { Intents } from './intents.js';

/** What is less than five USDC is lost. */
const MINIMUM_MICRO_USDC = 5_000_000n;
/** The one chain of the real venue's that the sandbox embeds. */
export const NETWORK: Network = 'arbitrum';
/** It sends nothing: what arrives stays at the owners' addresses. */
const NOBODY: Address = '0x0000000000000000000000000000000000000000';

/** The embedded Arbitrum with its USDC. */
export interface ArbitrumOptions {
  readonly rpcUrl: string;
  readonly usdcAddress: Address;
  /** The owners' addresses follow from it. */
  readonly faucetPrivateKey: Hex;
}

/** The options of the bridge. */
export interface BridgeOptions {
  readonly store: Store;
  readonly arbitrum: ArbitrumOptions;
  /** How long after its arrival a deposit is credited; the real one takes 15 to 20 minutes. */
  readonly delayMs: number;
  /** Returns what is wrong with the bridge now. */
  readonly trouble: () => BridgeTrouble;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Credits USDC that arrives at an owner's address. Arrivals are taken from final blocks, in one transaction with the number of the block; a
 * credit is one with the deposit's new status. So a kill at any line neither loses a deposit nor credits it twice.
 */
export class Bridge {
  readonly intents: Intents;
  readonly deposits: Deposits;
  readonly #options: BridgeOptions;
  readonly #chain: BridgeChain;

  constructor(options: BridgeOptions) {
    const { store, arbitrum } = options;
    const { rpcUrl, usdcAddress: token, faucetPrivateKey } = arbitrum;
    this.#options = options;
    this.intents = new Intents(store.journal, faucetPrivateKey);
    this.deposits = new Deposits(store.journal);
    this.#chain = new BridgeChain({ rpcUrl, token, account: NOBODY });
  }

  /** Takes what has arrived, and credits what is due. */
  async carry(): Promise<void> {
    const { store } = this.#options;
    const read = await readArrivals({ journal: store.journal, chain: this.#chain, counter: 'bridge block' });
    if (read !== undefined)
      store.journal.transaction(() => {
        for (const arrival of read.take()) this.#take(arrival);
      });
    this.creditDue();
  }

  /** Credits the deposits that have waited long enough. */
  creditDue(): void {
    const { store, clock, delayMs, trouble, logger } = this.#options;
    const nowMs = clock.nowMs();
    store.journal.transaction(() => {
      for (const deposit of this.deposits.pendingUntil(nowMs - delayMs - trouble().delayMs)) {
        const { index } = credit(store, deposit.l1Address, deposit.creditedMicroUsdc, nowMs);
        this.deposits.complete(deposit, nowMs);
        const fields = { account: index, amountMicroUsdc: deposit.creditedMicroUsdc.toString() };
        logger.info({ ...fields, transactionHash: deposit.transactionHash }, 'the bridge credited a deposit');
      }
    });
  }

  #take({ to, amountMicroUsdc, transactionHash }: Arrival): void {
    const { clock, logger } = this.#options;
    const l1Address = this.intents.ownerOf(to, NETWORK);
    if (l1Address === undefined) return;
    const credited = this.#creditedOf(amountMicroUsdc);
    const arrivedMs = clock.nowMs();
    this.deposits.add({ l1Address, intentAddress: to, amountMicroUsdc, transactionHash, arrivedMs }, credited);
    const fields = { l1Address, amountMicroUsdc: amountMicroUsdc.toString(), transactionHash };
    if (credited === undefined) logger.warn(fields, 'a deposit is not carried, and lost');
    else logger.info(fields, 'the bridge took a deposit');
  }

  /** Returns what is credited of an amount; undefined: nothing. */
  #creditedOf(amountMicroUsdc: bigint): bigint | undefined {
    const { feeMicroUsd, fails } = this.#options.trouble();
    const credited = amountMicroUsdc - feeMicroUsd;
    return fails || amountMicroUsdc < MINIMUM_MICRO_USDC || credited <= 0n ? undefined : credited;
  }
}
