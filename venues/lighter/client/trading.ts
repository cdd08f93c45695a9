// Why: docs/decisions/venues/lighter-executions.md
import type { Clock } from '@platform/kit/clock';
import type { z } from 'zod';
import {
  type Priority,
  parseLosslessly,
  type VenueAnswer,
  VenueConnections,
  VenueReads,
  VenueWrites,
  WeightBudget,
  type WriteAnswer,
} from '../../http/index.js';
import {
  ACCOUNT_NOT_FOUND,
  accountLeverages,
  type ListedPerpetual,
  mainAccount,
  nextNonce,
  orderBookDetails,
  resultCode,
  type ShownTransaction,
  shownOrders,
  shownTransaction,
  TRANSACTION_NOT_FOUND,
  venueTime,
} from '../codec/index.js';

const REQUEST_WEIGHT = 1;
const BAD_REQUEST = 400;
/** The most orders that the venue shows at once, the newest first. */
const ORDERS_MAX = 100;
const FORM = 'application/x-www-form-urlencoded';
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

/** A key of an account, whose nonces are counted. */
export interface TradingKey {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
}

/** The market whose orders are read. */
interface OrdersRequest {
  readonly accountIndex: number;
  readonly marketIndex: number;
}

/** Options of a client. */
export interface LighterTradingOptions {
  /** Base of the venue's API. */
  readonly url: string;
  /** This process's share of the requests per minute that the venue allows its address. */
  readonly requestsPerMinute: number;
  /** Its share of the transactions per minute, which are counted apart. */
  readonly transactionsPerMinute: number;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/**
 * Trades at the venue over HTTP, within this process's share of its allowance. Reads are retried a few times within their time-out and throw
 * `VenueReadError`; a transaction is sent once.
 */
export class LighterTrading {
  readonly #connections: VenueConnections;
  readonly #reads: VenueReads;
  readonly #writes: VenueWrites;

  constructor({ url, requestsPerMinute, transactionsPerMinute, attemptTimeoutMs, clock }: LighterTradingOptions) {
    this.#connections = new VenueConnections({ url });
    const connections = this.#connections;
    const budget = new WeightBudget(requestsPerMinute, clock);
    this.#reads = new VenueReads({ venue: 'lighter', connections, budget, attemptTimeoutMs, clock });
    const transactions = new WeightBudget(transactionsPerMinute, clock);
    this.#writes = new VenueWrites({ connections, budget: transactions, timeoutMs: attemptTimeoutMs });
  }

  /** Sends a signed transaction, once. Never rejects. */
  send({ type, txInfo }: SentTransaction): Promise<WriteAnswer> {
    const body = new URLSearchParams({ tx_type: String(type), tx_info: txInfo }).toString();
    return this.#writes.send({ path: '/api/v1/sendTx', body, contentType: FORM, weight: REQUEST_WEIGHT });
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
    return this.#found('accountsByL1Address', { l1_address: address }, mainAccount, ACCOUNT_NOT_FOUND);
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

  /** Returns an account's newest orders in a market that have ended. */
  endedOrders(request: OrdersRequest, sign: ReadSigner): Promise<z.output<typeof shownOrders>> {
    return this.#orders('accountInactiveOrders', { ...queryOf(request), limit: ORDERS_MAX }, sign);
  }

  /** Returns the venue's clock, in milliseconds since the Unix epoch. */
  async timeMs(): Promise<number> {
    const answer = await this.#read('status', '/');
    return this.#reads.parsed('status', this.#reads.bodyOf('status', answer), venueTime);
  }

  /** Rejects unless the venue's server answers now; uses none of the allowance. */
  checkReachable(): Promise<void> {
    return this.#connections.check();
  }

  /** Aborts reads, waits for the answers to transactions under way, and disconnects. */
  async close(): Promise<void> {
    this.#reads.close();
    this.#writes.close();
    await this.#connections.close();
  }

  async #orders(endpoint: string, query: Query, sign: ReadSigner): Promise<z.output<typeof shownOrders>> {
    const headers = await sign(`/api/v1/${endpoint}`);
    return this.#ask(endpoint, query, shownOrders, headers);
  }

  async #ask<Answer>(
    endpoint: string,
    query: Query,
    form: z.ZodType<Answer>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const answer = await this.#read(endpoint, pathOf(endpoint, query), headers);
    return this.#reads.parsed(endpoint, this.#reads.bodyOf(endpoint, answer), form);
  }

  /** Returns undefined where the venue itself says, by its code, that there is no such thing. */
  async #found<Found>(
    endpoint: string,
    query: Query,
    form: z.ZodType<Found>,
    absent: number,
  ): Promise<Found | undefined> {
    const answer = await this.#read(endpoint, pathOf(endpoint, query));
    if (codeIn(answer) === absent) return undefined;
    return this.#reads.parsed(endpoint, this.#reads.bodyOf(endpoint, answer), form);
  }

  #read(name: string, path: string, headers?: Readonly<Record<string, string>>): Promise<VenueAnswer> {
    return this.#reads.read({ name, path, headers, weight: REQUEST_WEIGHT, priority: PRIORITY });
  }
}

type Query = Readonly<Record<string, string | number>>;

function queryOf({ accountIndex, marketIndex }: OrdersRequest): Query {
  return { account_index: accountIndex, market_id: marketIndex };
}

function pathOf(endpoint: string, query: Query): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/api/v1/${endpoint}?${parameters.join('&')}`;
}

/** Returns the venue's code in an answer; undefined where another server speaks. */
function codeIn({ status, text }: VenueAnswer): number | undefined {
  if (status !== 200 && status !== BAD_REQUEST) return undefined;
  try {
    return resultCode.safeParse(parseLosslessly(text)).data?.code;
  } catch {
    return undefined;
  }
}
