// Why: docs/decisions/venues/lighter-and-polymarket.md
import type { Clock } from '@platform/kit/clock';
import type { z } from 'zod';
import {
  type OpenBudget,
  ownBudgets,
  type Priority,
  type SandboxNotice,
  sandboxOf,
  type VenueAnswer,
  VenueConnections,
  VenueReads,
} from '../../http/index.js';
import { marketsPage, oneEvent, oneMarket, pricesHistory, type ReadMarkets, searchPage } from '../codec/index.js';

/** A request weighs ten, so that the collector leaves a few requests to callers instead of seconds of waiting. */
const REQUEST_WEIGHT = 10;
/** The most entries per page, by the venue's documents. */
export const MARKETS_PAGE_MAX = 100;
const NOT_FOUND = 404;

/** Options of a client. */
export interface PolymarketClientOptions {
  /** Base of Gamma, the API of markets. */
  readonly gammaUrl: string;
  /** Base of the CLOB, the API of prices. */
  readonly clobUrl: string;
  /** This process's share of the venue's allowance for its address, per API. */
  readonly gammaRequestsPerMinute: number;
  readonly clobRequestsPerMinute: number;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Opens its budgets; absent: they are this process's alone. */
  readonly openBudget?: OpenBudget | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/**
 * The markets to list: those of some tokens, the most traded open ones, or the most traded closed ones with an end date at a time or later,
 * whenever they closed.
 */
export type MarketsRequest =
  | { readonly tokenIds: readonly string[]; readonly isClosed: boolean }
  | { readonly mostTraded: true; readonly cursor: string | undefined }
  | { readonly endedSinceMs: number };

/** One of the venue's APIs. */
interface Api {
  readonly connections: VenueConnections;
  readonly reads: VenueReads;
}

/** Reads the venue over HTTP, within this process's share of its allowance. Every method throws `VenueReadError`. */
export class PolymarketClient {
  readonly #gamma: Api;
  readonly #clob: Api;

  constructor(options: PolymarketClientOptions) {
    const { clock, attemptTimeoutMs, openBudget = ownBudgets(clock) } = options;
    const open = (api: 'gamma' | 'clob', url: string, requestsPerMinute: number): Api => {
      const connections = new VenueConnections({ url });
      const budget = openBudget(`polymarket.${api}`, requestsPerMinute * REQUEST_WEIGHT);
      return {
        connections,
        reads: new VenueReads({ venue: 'polymarket', connections, budget, attemptTimeoutMs, clock }),
      };
    };
    this.#gamma = open('gamma', options.gammaUrl, options.gammaRequestsPerMinute);
    this.#clob = open('clob', options.clobUrl, options.clobRequestsPerMinute);
  }

  /** Returns a page of markets; the next one begins at `nextCursor`. */
  async markets(
    request: MarketsRequest,
    priority: Priority,
  ): Promise<ReadMarkets & { nextCursor: string | undefined }> {
    const path = `/markets/keyset?${queryOf({ limit: String(MARKETS_PAGE_MAX), ...listQueryOf(request) })}`;
    return this.#parsed(this.#gamma, 'markets', await this.#read(this.#gamma, 'markets', path, priority), marketsPage);
  }

  /** Returns the market with a slug, in any state; undefined where there is none. */
  async marketOfSlug(slug: string, priority: Priority): Promise<ReadMarkets> {
    const answer = await this.#read(this.#gamma, 'market', `/markets/slug/${encodeURIComponent(slug)}`, priority);
    if (answer.status === NOT_FOUND) return { markets: [], omitted: [] };
    return this.#parsed(this.#gamma, 'market', answer, oneMarket);
  }

  /** Returns the markets of the event with a slug, in any state; none where there is no such event. */
  async marketsOfEvent(slug: string, priority: Priority): Promise<ReadMarkets> {
    const answer = await this.#read(this.#gamma, 'event', `/events/slug/${encodeURIComponent(slug)}`, priority);
    if (answer.status === NOT_FOUND) return { markets: [], omitted: [] };
    return this.#parsed(this.#gamma, 'event', answer, oneEvent);
  }

  /** Returns a page of the venue's own search of events that are not closed, from 1 on. */
  async search(
    { text, page, eventsMax }: { readonly text: string; readonly page: number; readonly eventsMax: number },
    priority: Priority,
  ): Promise<ReadMarkets & { hasMore: boolean }> {
    const query = { q: text, page: String(page), limit_per_type: String(eventsMax), events_status: 'active' };
    const path = `/public-search?${queryOf({ ...query, keep_closed_markets: '0' })}`;
    return this.#parsed(this.#gamma, 'search', await this.#read(this.#gamma, 'search', path, priority), searchPage);
  }

  /** Returns the minutes of a token's prices from one second to another, both included, and the venue's sandbox notice. */
  async pricesHistory(
    tokenId: string,
    { fromS, toS }: { readonly fromS: number; readonly toS: number },
    priority: Priority,
  ): Promise<z.output<typeof pricesHistory> & { sandbox: SandboxNotice | undefined }> {
    const query = queryOf({ market: tokenId, startTs: String(fromS), endTs: String(toS), fidelity: '1' });
    const answer = await this.#read(this.#clob, 'prices-history', `/prices-history?${query}`, priority);
    const history = this.#parsed(this.#clob, 'prices-history', answer, pricesHistory);
    return { ...history, sandbox: sandboxOf(answer.headers) };
  }

  /** Aborts reads and disconnects. */
  async close(): Promise<void> {
    for (const { reads } of [this.#gamma, this.#clob]) reads.close();
    await Promise.all([this.#gamma.connections.close(), this.#clob.connections.close()]);
  }

  #read({ reads }: Api, name: string, path: string, priority: Priority): Promise<VenueAnswer> {
    return reads.read({ name, path, weight: REQUEST_WEIGHT, priority });
  }

  #parsed<Answer>({ reads }: Api, name: string, answer: VenueAnswer, schema: z.ZodType<Answer>): Answer {
    return reads.parsed(name, reads.bodyOf(name, answer), schema);
  }
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

function listQueryOf(request: MarketsRequest): Query {
  if ('tokenIds' in request) return { clob_token_ids: request.tokenIds, closed: String(request.isClosed) };
  if ('mostTraded' in request)
    return { closed: 'false', order: 'volume24hr', ascending: 'false', after_cursor: request.cursor };
  const since = new Date(request.endedSinceMs).toISOString();
  return { closed: 'true', end_date_min: since, order: 'volumeNum', ascending: 'false' };
}

/** Returns the query string; a parameter with several values is repeated for each. */
function queryOf(parameters: Query): string {
  const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((each) => [name, each]),
  );
  return new URLSearchParams(given).toString();
}
