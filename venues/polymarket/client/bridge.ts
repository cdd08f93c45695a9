// Why: docs/decisions/venues/polymarket-setup.md
import type { Clock } from '@platform/kit/clock';
import type { Address } from 'viem';
import type { z } from 'zod';
import {
  type OpenBudget,
  ownBudgets,
  type Priority,
  type VenueAnswer,
  VenueConnections,
  VenueReads,
} from '../../http/index.js';
import {
  type BridgeTransfer,
  bridgeAddress,
  bridgeQuote,
  bridgeTransfers,
  CONTRACTS,
  SETTLEMENT_CHAIN_ID,
} from '../codec/index.js';

/** The bridge's documents name no limit: this is far below what the venue's other APIs allow. */
const REQUESTS_PER_MINUTE = 300;
const CREATED = 201;

/** Where pUSD goes: a token of a chain, and who gets it there. */
export interface BridgedTo {
  readonly chainId: number;
  readonly token: Address;
  readonly recipient: Address;
}

/** Options of a client. */
export interface PolymarketBridgeOptions {
  /** Base of the bridge. */
  readonly url: string;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Opens its budgets; absent: they are this process's alone. */
  readonly openBudget?: OpenBudget | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/** Asks the venue's bridge. Reads are retried a few times within their time-out and throw `VenueReadError`. */
export class PolymarketBridge {
  readonly #connections: VenueConnections;
  readonly #reads: VenueReads;

  constructor({ url, attemptTimeoutMs, clock, openBudget = ownBudgets(clock) }: PolymarketBridgeOptions) {
    this.#connections = new VenueConnections({ url });
    const budget = openBudget('polymarket.bridge', REQUESTS_PER_MINUTE);
    this.#reads = new VenueReads({
      ...{ venue: 'polymarket', connections: this.#connections, budget, attemptTimeoutMs, clock },
    });
  }

  /** Returns the address whose USDC becomes pUSD of a wallet; the bridge gives a wallet the same one each time. */
  depositAddress(wallet: Address): Promise<Address> {
    return this.#address('deposit', { address: wallet });
  }

  /** Returns the address at which pUSD of a wallet becomes what is asked for; the bridge gives the same one each time. */
  withdrawalAddress(wallet: Address, { chainId, token, recipient }: BridgedTo): Promise<Address> {
    const to = { toChainId: String(chainId), toTokenAddress: token, recipientAddr: recipient };
    return this.#address('withdraw', { address: wallet, ...to });
  }

  /** Returns what an amount of pUSD would be paid as now, in units of that token. */
  async quoteOfPusd(microUsd: bigint, { chainId, token, recipient }: BridgedTo): Promise<bigint> {
    const from = { fromChainId: String(SETTLEMENT_CHAIN_ID), fromTokenAddress: CONTRACTS.pusd };
    const to = { toChainId: String(chainId), toTokenAddress: token, recipientAddress: recipient };
    const asked = JSON.stringify({ fromAmountBaseUnit: String(microUsd), ...from, ...to });
    return this.#parsed('quote', await this.#read('quote', '/quote', 'money', asked), bridgeQuote);
  }

  /** Returns what has arrived lately at an address of the bridge, the newest first. */
  async transfers(address: Address): Promise<readonly BridgeTransfer[]> {
    return this.#parsed('status', await this.#read('status', `/status/${address}`, 'proof'), bridgeTransfers);
  }

  /** Aborts reads and disconnects. */
  async close(): Promise<void> {
    this.#reads.close();
    await this.#connections.close();
  }

  async #address(name: 'deposit' | 'withdraw', asked: object): Promise<Address> {
    const answer = await this.#read(name, `/${name}`, 'money', JSON.stringify(asked));
    return this.#parsed(name, { ...answer, status: answer.status === CREATED ? 200 : answer.status }, bridgeAddress);
  }

  #read(name: string, path: string, priority: Priority, body?: string): Promise<VenueAnswer> {
    return this.#reads.read({ name, path, body, weight: 1, priority });
  }

  #parsed<Answer>(name: string, answer: VenueAnswer, form: z.ZodType<Answer>): Answer {
    return this.#reads.parsed(name, this.#reads.bodyOf(name, answer), form);
  }
}
