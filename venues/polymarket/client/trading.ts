// Why: docs/decisions/venues/polymarket-executions.md
import type { Clock } from '@platform/kit/clock';
import type { Hex } from 'viem';
import type { z } from 'zod';
import {
  type OpenBudget,
  ownBudgets,
  type VenueAnswer,
  VenueConnections,
  VenueReads,
  VenueWrites,
  type WriteAnswer,
} from '../../http/index.js';
import {
  type ClobHeaders,
  type ClobOrder,
  type ClobTrade,
  clobRefusal,
  type ExchangeVersion,
  isResolvedMarket,
  isTradeOf,
  type MarketFacts,
  marketFacts,
  marketOfToken,
  oneOrder,
  openOrdersPage,
  orderVersion,
  type SignedRequest,
  tradesPage,
  venueTime,
} from '../codec/index.js';

const REQUEST_WEIGHT = 10;
const NOT_FOUND = 404;
/** The cursor of the first page: base64 of 0. */
const FIRST_CURSOR = 'MA==';
/** Pages of a hundred entries or more; an account with more of them is left to an operator. */
const PAGES_MAX = 20;

/** Makes the headers of an account's request. */
export type RequestSigner = (request: SignedRequest) => Promise<ClobHeaders>;

/** The calls that change an account's orders. */
const WRITES = {
  '/order': ['POST', 'DELETE'],
  '/orders': ['DELETE'],
  '/cancel-all': ['DELETE'],
  '/cancel-market-orders': ['DELETE'],
} as const;

/** A call that changes an account's orders. */
export type ClobWrite = {
  readonly [Path in keyof typeof WRITES]: {
    readonly path: Path;
    readonly method: (typeof WRITES)[Path][number];
    readonly body: string | undefined;
  };
}[keyof typeof WRITES];

/** Options of a client. */
export interface PolymarketTradingOptions {
  /** Base of the CLOB. */
  readonly clobUrl: string;
  /** This process's share of the venue's allowance for its address. */
  readonly requestsPerMinute: number;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Opens its budgets; absent: they are this process's alone. */
  readonly openBudget?: OpenBudget | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/**
 * Trades at the venue's CLOB, within this process's share of its allowance. Reads are retried a few times within their time-out and throw
 * `VenueReadError`; a write is sent once.
 */
export class PolymarketTrading {
  readonly #connections: VenueConnections;
  readonly #reads: VenueReads;
  readonly #writes: VenueWrites;

  constructor(options: PolymarketTradingOptions) {
    const { clobUrl, requestsPerMinute, attemptTimeoutMs, clock, openBudget = ownBudgets(clock) } = options;
    this.#connections = new VenueConnections({ url: clobUrl });
    const budget = openBudget('polymarket.trading', requestsPerMinute * REQUEST_WEIGHT);
    const parts = { connections: this.#connections, budget };
    this.#reads = new VenueReads({ venue: 'polymarket', ...parts, attemptTimeoutMs, clock });
    this.#writes = new VenueWrites({ ...parts, timeoutMs: attemptTimeoutMs });
  }

  /** Sends a signed write, once. Never rejects. */
  send({ path, method, body }: ClobWrite, headers: ClobHeaders): Promise<WriteAnswer> {
    const isDelete = method === 'DELETE';
    return this.#writes.send({ path, body, headers, weight: REQUEST_WEIGHT, ...(isDelete && { method }) });
  }

  /** Returns what an order in a token's market depends on, as the venue has it now; undefined for a token that it does not know. */
  async marketOf(tokenId: bigint): Promise<MarketFacts | undefined> {
    const conditionId = await this.#found('markets-by-token', `/markets-by-token/${tokenId}`, marketOfToken);
    return conditionId === undefined ? undefined : this.market(conditionId);
  }

  /** Returns what an order in a market depends on, as the venue has it now; undefined for one that it does not know. */
  market(conditionId: Hex): Promise<MarketFacts | undefined> {
    return this.#found('clob-markets', `/clob-markets/${conditionId}`, marketFacts);
  }

  /** Returns whether a token's market is closed and has its winner; false for a token that the venue does not know. */
  async isResolved(tokenId: bigint): Promise<boolean> {
    const conditionId = await this.#found('markets-by-token', `/markets-by-token/${tokenId}`, marketOfToken);
    if (conditionId === undefined) return false;
    return (await this.#found('markets', `/markets/${conditionId}`, isResolvedMarket)) ?? false;
  }

  /** Returns the version of the exchange whose orders the venue takes. */
  async orderVersion(): Promise<ExchangeVersion> {
    return this.#parsed('version', await this.#read('version', '/version'), orderVersion);
  }

  /** Returns the venue's clock in seconds since the Unix epoch. */
  async timeS(): Promise<number> {
    return this.#parsed('time', await this.#read('time', '/time'), venueTime);
  }

  /** Returns an account's order; undefined where the venue shows none. */
  async order(orderId: Hex, sign: RequestSigner): Promise<ClobOrder | undefined> {
    const path = `/data/order/${orderId}`;
    return this.#found('order', path, oneOrder, await sign({ method: 'GET', path }));
  }

  /** Returns an account's open orders: all of them, or those of a market or a token. */
  openOrders(
    { conditionId, tokenId }: { readonly conditionId?: Hex | undefined; readonly tokenId?: bigint | undefined },
    sign: RequestSigner,
  ): Promise<ClobOrder[]> {
    const query = { ...(conditionId && { market: conditionId }), ...(tokenId && { asset_id: String(tokenId) }) };
    return this.#pages('orders', '/data/orders', query, openOrdersPage, sign);
  }

  /** Returns the trades of an account's order in a token since a time, on either side. */
  async tradesOf(
    orderId: Hex,
    { tokenId, sinceS }: { readonly tokenId: bigint; readonly sinceS: number },
    sign: RequestSigner,
  ): Promise<ClobTrade[]> {
    const query = { asset_id: String(tokenId), after: String(sinceS) };
    const trades = await this.#pages('trades', '/data/trades', query, tradesPage, sign);
    return trades.filter((trade) => isTradeOf(trade, orderId));
  }

  /** Rejects unless the venue's server answers now; uses none of the allowance. */
  checkReachable(): Promise<void> {
    return this.#connections.check();
  }

  /** Aborts reads, waits for the answers to writes under way, and disconnects. */
  async close(): Promise<void> {
    this.#reads.close();
    this.#writes.close();
    await this.#connections.close();
  }

  async #pages<Entry>(
    name: string,
    path: string,
    query: Readonly<Record<string, string>>,
    form: z.ZodType<{ readonly entries: Entry[]; readonly nextCursor: string | undefined }>,
    sign: RequestSigner,
  ): Promise<Entry[]> {
    const found: Entry[] = [];
    let cursor = FIRST_CURSOR;
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      const asked = new URLSearchParams({ ...query, next_cursor: cursor });
      // The query is not signed.
      const headers = await sign({ method: 'GET', path });
      const answer = await this.#read(name, `${path}?${asked}`, headers);
      const { entries, nextCursor } = this.#parsed(name, answer, form);
      found.push(...entries);
      if (nextCursor === undefined) return found;
      cursor = nextCursor;
    }
    throw this.#reads.failed(name, 'malformed', `more than ${PAGES_MAX} pages`);
  }

  async #found<Found>(
    name: string,
    path: string,
    form: z.ZodType<Found>,
    headers?: ClobHeaders,
  ): Promise<Found | undefined> {
    const answer = await this.#read(name, path, headers);
    return isUnknownThing(answer) ? undefined : this.#parsed(name, answer, form);
  }

  /** What is read here decides about money. */
  #read(name: string, path: string, headers?: ClobHeaders): Promise<VenueAnswer> {
    return this.#reads.read({ name, path, headers, weight: REQUEST_WEIGHT, priority: 'money' });
  }

  #parsed<Answer>(name: string, answer: VenueAnswer, form: z.ZodType<Answer>): Answer {
    return this.#reads.parsed(name, this.#reads.bodyOf(name, answer), form);
  }
}

/** Returns whether the venue itself says that there is no such thing: a proxy's 404 proves nothing. */
function isUnknownThing({ status, text }: VenueAnswer): boolean {
  if (status !== NOT_FOUND) return false;
  try {
    return /not found/i.test(clobRefusal.safeParse(JSON.parse(text)).data?.error ?? '');
  } catch {
    return false;
  }
}
