// Why: docs/decisions/venues/lighter-executions.md
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Priority, WriteAnswer } from '../../http/index.js';
import {
  ACCOUNT_NOT_FOUND,
  accountLeverages,
  type ListedPerpetual,
  listedOrders,
  mainAccount,
  nextNonce,
  orderBookDetails,
  type ShownTransaction,
  shownOrders,
  shownTransaction,
  TRANSACTION_NOT_FOUND,
  venueTime,
} from '../codec/index.js';
import { LighterAccounts, type TradingKey } from './accounts.js';
import { LighterCalls, type LighterFields, type LighterTradingOptions, pathOf } from './calls.js';
import { LighterFastWithdrawals } from './fast-withdrawals.js';

/** The most orders that the venue shows at once, the newest first. */
const ORDERS_MAX = 100;
const ACCOUNTS_MAX = 10_000;
/** What is read here decides about money. */
const PRIORITY: Priority = 'money';

/** Makes the headers of a read of an account's own orders. */
export type ReadSigner = (path: string) => Promise<Readonly<Record<string, string>>>;

/** A signed transaction, as the official signer writes it. */
export interface SentTransaction {
  readonly type: number;
  /** JSON text, unchanged. */
  readonly txInfo: string;
}

/** The market whose orders are read. */
interface OrdersRequest {
  readonly accountIndex: number;
  readonly marketIndex: number;
}

/**
 * Trades at the venue over HTTP, within this process's share of its allowance. Reads are retried a few times within their time-out and throw
 * `VenueReadError`; a transaction is sent once.
 */
export class LighterTrading {
  /** What is asked of accounts, within the same allowance. */
  readonly accounts: LighterAccounts;
  /** How money leaves it, within the same allowances. */
  readonly fastWithdrawals: LighterFastWithdrawals;
  readonly #calls: LighterCalls;
  /** The numbers of addresses' accounts, which never change. */
  readonly #accountIndices = new LRUCache<string, number>({ max: ACCOUNTS_MAX });

  constructor(options: LighterTradingOptions) {
    this.#calls = new LighterCalls(options);
    this.accounts = new LighterAccounts(this.#calls);
    this.fastWithdrawals = new LighterFastWithdrawals(this.#calls);
  }

  /** Sends a signed transaction, once. Never rejects. */
  send({ type, txInfo }: SentTransaction): Promise<WriteAnswer> {
    return this.#calls.send('sendTx', { tx_type: type, tx_info: txInfo });
  }

  /** Returns a transaction by its hash, `0x` and 80 digits; undefined where the venue says that it has none. */
  transaction(hash: string): Promise<ShownTransaction | undefined> {
    return this.#found('tx', { by: 'hash', value: hash.slice(2) }, shownTransaction, TRANSACTION_NOT_FOUND);
  }

  /** Returns the nonce that a key's next transaction must have. */
  nextNonce({ accountIndex, apiKeyIndex }: TradingKey): Promise<number> {
    return this.#ask('nextNonce', { account_index: accountIndex, api_key_index: apiKeyIndex }, nextNonce);
  }

  /** Returns the number of an address's own account; undefined where it has none. */
  async accountOf(address: string): Promise<number | undefined> {
    const known = this.#accountIndices.get(address);
    if (known !== undefined) return known;
    const index = await this.#found('accountsByL1Address', { l1_address: address }, mainAccount, ACCOUNT_NOT_FOUND);
    if (index !== undefined) this.#accountIndices.set(address, index);
    return index;
  }

  /** Returns the leverages that an account has set, by market. */
  leverages(accountIndex: number): Promise<ReadonlyMap<number, number>> {
    return this.#ask('account', { by: 'index', value: accountIndex }, accountLeverages);
  }

  /** Returns a perpetual as the venue lists it now; undefined for another market. */
  async perpetual(marketIndex: number): Promise<ListedPerpetual | undefined> {
    const { listed } = await this.#ask('orderBookDetails', { market_id: marketIndex }, orderBookDetails);
    return listed.find(({ marketId }) => marketId === marketIndex);
  }

  /** Returns an account's orders in a market that rest or wait for their trigger. */
  activeOrders(request: OrdersRequest, sign: ReadSigner): Promise<z.output<typeof shownOrders>> {
    return this.#orders('accountActiveOrders', queryOf(request), sign);
  }

  /** Returns an account's orders in a market that rest or wait for their trigger, with all that their owner is shown. */
  async openOrders(request: OrdersRequest, sign: ReadSigner): Promise<z.output<typeof listedOrders>> {
    const endpoint = 'accountActiveOrders';
    const headers = await sign(pathOf(endpoint));
    return this.#calls.ask({ endpoint, query: queryOf(request), answer: listedOrders, priority: 'read', headers });
  }

  /** Returns an account's newest orders in a market that have ended. */
  endedOrders(request: OrdersRequest, sign: ReadSigner): Promise<z.output<typeof shownOrders>> {
    return this.#orders('accountInactiveOrders', { ...queryOf(request), limit: ORDERS_MAX }, sign);
  }

  /** Returns the venue's clock, in milliseconds since the Unix epoch. */
  timeMs(): Promise<number> {
    return this.#calls.status(venueTime, PRIORITY);
  }

  /** Returns whether a read for a caller would have to wait for the allowance now. */
  mustWait(): boolean {
    return this.#calls.mustWait('read');
  }

  /** Rejects unless the venue's server answers, or has answered within seconds. */
  checkReachable(): Promise<void> {
    return this.#calls.checkReachable();
  }

  /** Aborts reads, waits for the answers to transactions under way, and disconnects. */
  close(): Promise<void> {
    return this.#calls.close();
  }

  async #orders(endpoint: string, query: LighterFields, sign: ReadSigner): Promise<z.output<typeof shownOrders>> {
    const headers = await sign(pathOf(endpoint));
    return this.#calls.ask({ endpoint, query, answer: shownOrders, priority: PRIORITY, headers });
  }

  #ask<Answer>(endpoint: string, query: LighterFields, answer: z.ZodType<Answer>): Promise<Answer> {
    return this.#calls.ask({ endpoint, query, answer, priority: PRIORITY });
  }

  #found<Found>(
    endpoint: string,
    query: LighterFields,
    answer: z.ZodType<Found>,
    absent: number,
  ): Promise<Found | undefined> {
    return this.#calls.found({ endpoint, query, answer, priority: PRIORITY }, [absent]);
  }
}

function queryOf({ accountIndex, marketIndex }: OrdersRequest): LighterFields {
  return { account_index: accountIndex, market_id: marketIndex };
}
