import type { Clock } from '@platform/kit/clock';
import { type Network, networkNames } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { BridgeTrouble, Journal } from '../../../simulation/index.js';
import { BridgeChain, Payouts, readArrivals } from '../../../simulation/money/index.js';
import { CONTRACTS } from '../settlement/addresses.js';
import { PAYOUT_TABLES } from '../settlement/journal.js';
import { derivedKey } from '../settlement/operator.js';
import { Addresses, type BridgeAddress } from './addresses.js';
import { Transfers } from './transfers.js';

/** In millionths of a USD; what is less is lost. */
export const MINIMUM_MICRO_USD = 2_000_000n;

/** An embedded chain with its USDC. */
export interface BridgedChain {
  readonly rpcUrl: string;
  readonly usdcAddress: Address;
  /** May mint USDC: what is won in the simulated markets was paid in by nobody. */
  readonly faucetPrivateKey: Hex;
}

/** The options of the bridge. */
export interface BridgeOptions {
  readonly journal: Journal;
  readonly chains: Readonly<Record<'polygon', BridgedChain>> & { readonly [Name in Network]?: BridgedChain };
  /** How long a transfer waits before it is paid. */
  readonly delayMs: number;
  /** Returns what is wrong with the bridge now. */
  readonly trouble: () => BridgeTrouble;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Where money arrives: a token on a network, and what it is when it comes to an address. */
interface Source {
  readonly network: Network;
  readonly kind: BridgeAddress['kind'];
  readonly chain: BridgeChain;
}

/** Returns the account that mints pUSD for deposits. */
export function minterOf(faucetPrivateKey: Hex): Address {
  return accountOf(faucetPrivateKey, 'pusd');
}

/** Returns the account that pays USDC of a network for withdrawals. */
export function payerOf(faucetPrivateKey: Hex, network: Network): Address {
  return accountOf(faucetPrivateKey, `usdc on ${network}`);
}

const accountOf = (faucetPrivateKey: Hex, what: string) =>
  privateKeyToAccount(derivedKey(faucetPrivateKey, `bridge of ${what}`)).address;

/**
 * Turns USDC that arrives at a deposit address into pUSD of its wallet, and pUSD that arrives at a withdrawal address into USDC of its
 * recipient. An arrival, its payout and the number of the block are stored in one transaction; each payout has its transaction number on
 * disk before it is sent.
 */
export class Bridge {
  readonly addresses: Addresses;
  readonly transfers: Transfers;
  /** The networks from which it takes USDC and to which it pays it. */
  readonly networks: readonly Network[];
  readonly #options: BridgeOptions;
  readonly #sources: readonly Source[];
  readonly #payouts: readonly Payouts[];

  constructor(options: BridgeOptions) {
    const { journal, chains, clock, logger } = options;
    const { rpcUrl, faucetPrivateKey } = chains.polygon;
    this.#options = options;
    this.addresses = new Addresses(journal, faucetPrivateKey);
    this.transfers = new Transfers(journal);
    this.networks = networkNames.filter((name) => chains[name] !== undefined);
    const pusd = new BridgeChain({ rpcUrl, token: CONTRACTS.pusd, account: minterOf(faucetPrivateKey) });
    const usdc = this.networks.flatMap((network) => {
      const chain = chains[network];
      return chain === undefined ? [] : [{ network, chain: usdcOf(network, chain) }];
    });
    this.#sources = [
      ...usdc.map((each) => ({ ...each, kind: 'deposit' as const })),
      { network: 'polygon', kind: 'withdrawal', chain: pusd },
    ];
    const common = { journal, clock, logger, delayMs: () => this.delayMs };
    this.#payouts = [
      new Payouts({ ...common, chain: pusd, table: PAYOUT_TABLES.pusd }),
      ...usdc.map(({ network, chain }) => new Payouts({ ...common, chain, table: PAYOUT_TABLES[network] })),
    ];
  }

  /** How long a transfer waits now. */
  get delayMs(): number {
    return this.#options.delayMs + this.#options.trouble().delayMs;
  }

  /** Takes what has arrived, and pays what is due. */
  async carry(): Promise<void> {
    for (const source of this.#sources) await this.#take(source);
    for (const payouts of this.#payouts) await payouts.payDue();
  }

  async #take({ network, kind, chain }: Source): Promise<void> {
    const { journal, clock, logger } = this.#options;
    const read = await readArrivals({ journal, chain, counter: `${kind} block of ${network}` });
    if (read === undefined) return;
    journal.transaction(() => {
      for (const arrival of read.take()) {
        const to = this.addresses.find(arrival.to);
        if (to?.kind !== kind) continue;
        const paid = this.#paidOf(arrival.amountMicroUsdc);
        this.transfers.add(to, { ...arrival, source: network }, paid, clock.nowMs());
        const fields = { kind, network, to: to.address, amountMicroUsd: arrival.amountMicroUsdc.toString() };
        if (paid === undefined) logger.warn(fields, 'a transfer by the bridge failed');
        else logger.info({ ...fields, paidMicroUsd: paid.toString() }, 'the bridge took a transfer');
      }
    });
  }

  /** Returns what would be paid of an amount now; undefined where it is too little. That a transfer is going to fail is not known before. */
  quote(amountMicroUsd: bigint): bigint | undefined {
    const paid = amountMicroUsd - this.#options.trouble().feeMicroUsd;
    return amountMicroUsd < MINIMUM_MICRO_USD || paid <= 0n ? undefined : paid;
  }

  /** Returns what is paid of an amount; undefined: the transfer fails. */
  #paidOf(amountMicroUsd: bigint): bigint | undefined {
    return this.#options.trouble().fails ? undefined : this.quote(amountMicroUsd);
  }
}

function usdcOf(network: Network, { rpcUrl, usdcAddress, faucetPrivateKey }: BridgedChain): BridgeChain {
  const account = payerOf(faucetPrivateKey, network);
  return new BridgeChain({ rpcUrl, token: usdcAddress, account, minterPrivateKey: faucetPrivateKey });
}
