import type { Clock } from '@platform/kit/clock';
import type { Instrument, Omissions, SearchedListing, SearchPage, Urgency } from '../../market-data/index.js';
import { PRIORITY, VenueUnreadableError } from '../../market-data/index.js';
import type { PolymarketClient } from '../client/index.js';
import {
  canonicalCandidate,
  type DatedMarket,
  isDated,
  isLive,
  isTokenId,
  type PolymarketMarket,
  type ReadMarkets,
  tokenOf,
} from '../codec/index.js';
import { instrumentsOf, VENUE } from './instruments.js';
import type { Lives } from './lives.js';

/** Events per page of the venue's search: about a hundred tokens. */
const SEARCH_EVENTS = 20;
/** This many recently resolved markets are collected beside the most traded live ones: strategies are tested on how a market ends. */
const RESOLVED_MARKETS = 1;
/** The most pages searched for the most traded markets, since many are not live. */
const PAGES_MAX = 10;
/** A shorter number is a year, an amount or similar; the venue's tokens are hashes. */
const TOKEN_LENGTH_MIN = 20;
/** The malformed markets always tolerated per page; in longer pages half is tolerated. More than that is the venue's error. */
const ODD_MARKETS_MAX = 10;
const SLUG = /^[\w-]{1,500}$/;
/** A query that may be a slug: the venue's have several words, and people's words rarely have such a form. */
const LIKE_A_SLUG = /^(?=.{1,500}$)\w+(-\w+)+$/;

/** The markets to collect: a number of the most traded ones, or those of some slugs. */
export type CollectedMarkets = number | readonly string[];

/** The dependencies of the listing. */
interface ListingParts {
  readonly client: PolymarketClient;
  readonly lives: Lives;
  readonly collects: CollectedMarkets;
  /** How far back history is collected. */
  readonly lookbackMs: number;
  readonly clock: Clock;
  readonly omissions: Omissions;
}

/**
 * The venue's markets, by its own search; only a market that is malformed or not live is left out. Throws `VenueReadError`, or
 * `VenueUnreadableError` where most of a page of the collected markets is malformed.
 */
export class PolymarketListing implements SearchedListing {
  readonly kind = 'searched';
  readonly coinOf = tokenOf;

  constructor(private readonly parts: ListingParts) {}

  async search(request: { query: string; page: string | undefined }, urgency: Urgency): Promise<SearchPage> {
    const text = request.query.trim();
    const named = request.page === undefined ? await this.#ofSlug(text, urgency) : [];
    if (named.length > 0) return { instruments: named.flatMap(instrumentsOf), nextPage: undefined, isNamed: true };
    const { markets, nextPage } =
      text === '' ? await this.#mostTraded(request.page, urgency) : await this.#found(text, request.page, urgency);
    return { instruments: this.#live(markets).flatMap(instrumentsOf), nextPage };
  }

  find(reference: string, urgency: Urgency): Promise<Instrument[]> {
    return this.#named(reference, urgency, []);
  }

  async #named(reference: string, urgency: Urgency, omitted: string[]): Promise<Instrument[]> {
    const tokenId = tokenOf(reference) ?? (isTokenId(reference) ? reference : undefined);
    const ofToken = tokenId === undefined ? [] : await this.#ofToken(tokenId, urgency);
    const instruments = ofToken.filter(isDated).flatMap(instrumentsOf);
    if (instruments.length > 0 || !SLUG.test(reference)) return instruments.filter(({ coin }) => coin === tokenId);
    const read = await this.parts.client.marketOfSlug(reference, PRIORITY[urgency]);
    omitted.push(...read.omitted);
    return this.#seen(read).filter(isDated).flatMap(instrumentsOf);
  }

  async collected(urgency: Urgency): Promise<Instrument[]> {
    const omitted: string[] = [];
    const instruments = await this.#collected(urgency, omitted);
    // Callers' searches differ each time: only the list of collected markets can be compared with its previous state.
    this.parts.omissions.note(VENUE, omitted);
    return instruments;
  }

  async #collected(urgency: Urgency, omitted: string[]): Promise<Instrument[]> {
    const { collects } = this.parts;
    if (typeof collects !== 'number') {
      const found = await Promise.all(collects.map((slug) => this.#named(slug, urgency, omitted)));
      return found.flat();
    }
    const instruments: Instrument[][] = [];
    let page: string | undefined;
    for (let count = 0; count < PAGES_MAX && instruments.length < collects; count += 1) {
      const { markets, nextPage, ...read } = await this.#mostTraded(page, urgency);
      requireMostlySound(markets, read.omitted);
      omitted.push(...read.omitted);
      instruments.push(...this.#live(markets).map(instrumentsOf));
      if (nextPage === undefined) break;
      page = nextPage;
    }
    return [...instruments.slice(0, collects), ...(await this.#resolved(urgency, omitted))].flat();
  }

  /** Returns the most traded of the markets that were resolved so recently that half of the collected time lies before it. */
  async #resolved(urgency: Urgency, omitted: string[]): Promise<Instrument[][]> {
    const sinceMs = this.parts.clock.nowMs() - this.parts.lookbackMs / 2;
    const read = await this.parts.client.markets({ endedSinceMs: sinceMs }, PRIORITY[urgency]);
    requireMostlySound(read.markets, read.omitted);
    omitted.push(...read.omitted);
    // A market with an end date since then may have closed long before.
    const resolved = this.#seen(read)
      .filter(isDated)
      .filter(({ resolution, closedMs, endMs }) => resolution !== undefined && (closedMs ?? endMs) >= sinceMs);
    return resolved.slice(0, RESOLVED_MARKETS).map(instrumentsOf);
  }

  /** Returns the live markets that a slug names: the market that has it, or those of the event that has it. */
  async #ofSlug(text: string, urgency: Urgency): Promise<DatedMarket[]> {
    if (!LIKE_A_SLUG.test(text)) return [];
    const { client } = this.parts;
    const market = this.#live(this.#seen(await client.marketOfSlug(text, PRIORITY[urgency])));
    return market.length > 0 ? market : this.#live(this.#seen(await client.marketsOfEvent(text, PRIORITY[urgency])));
  }

  /** Returns the market that a token belongs to; the venue lists open markets and closed ones apart. */
  async #ofToken(tokenId: string, urgency: Urgency): Promise<readonly PolymarketMarket[]> {
    for (const isClosed of [false, true]) {
      const markets = this.#seen(await this.parts.client.markets({ tokenIds: [tokenId], isClosed }, PRIORITY[urgency]));
      if (markets.length > 0) return markets;
    }
    return [];
  }

  /** Returns the open markets that some tokens belong to; at most a page of them. */
  async ofTokens(tokenIds: readonly string[], urgency: Urgency): Promise<readonly PolymarketMarket[]> {
    return this.#seen(await this.parts.client.markets({ tokenIds, isClosed: false }, PRIORITY[urgency]));
  }

  async #mostTraded(cursor: string | undefined, urgency: Urgency) {
    const read = await this.parts.client.markets({ mostTraded: true, cursor }, PRIORITY[urgency]);
    return { markets: this.#seen(read), omitted: read.omitted, nextPage: read.nextCursor };
  }

  /** Returns the results of the venue's search; it finds no tokens, which are looked up. */
  async #found(text: string, cursor: string | undefined, urgency: Urgency) {
    const tokenId = tokenOf(canonicalCandidate(text) ?? '');
    if (tokenId !== undefined && tokenId.length >= TOKEN_LENGTH_MIN)
      return { markets: await this.#ofToken(tokenId, urgency), nextPage: undefined };
    const page = cursor === undefined ? 1 : Number(cursor);
    const read = await this.parts.client.search({ text, page, eventsMax: SEARCH_EVENTS }, PRIORITY[urgency]);
    return { markets: this.#seen(read), nextPage: read.hasMore ? String(page + 1) : undefined };
  }

  #live(markets: readonly PolymarketMarket[]) {
    const nowMs = this.parts.clock.nowMs();
    return markets.filter((market) => isLive(market, nowMs));
  }

  #seen({ markets }: ReadMarkets): readonly PolymarketMarket[] {
    this.parts.lives.note(markets);
    return markets;
  }
}

/** A changed format must not end the collection of all markets in silence. */
function requireMostlySound(markets: readonly PolymarketMarket[], omitted: readonly string[]): void {
  if (omitted.length > Math.max(ODD_MARKETS_MAX, markets.length))
    throw new VenueUnreadableError(`${VENUE} listing: ${omitted.length} markets are malformed, ${omitted[0]}`);
}
