import type { Clock } from '@platform/kit/clock';
import type { Instrument, MarketDataVenue, SearchedListing, Urgency } from '@platform/venues/market-data';
import { LRUCache } from 'lru-cache';
import { hasWords, isWanted, type Market, type MarketFilter, marketOf } from './market.js';
import type { Readiness } from './readiness.js';
import type { VenueMarkets, VenuePage, VenuePosition } from './venue-markets.js';

/** The interface's limit for cached venue reads. */
const FOUND_MAX_AGE_MS = 15_000;
const FOUND_MAX = 1_000;

/** A finished or running look-up at the venue. */
interface LookUp {
  readonly askedAtMs: number;
  readonly instrument: Promise<Instrument | undefined>;
}

/**
 * The markets of a venue that has more than can be loaded. With words, the venue's own search is asked, live, one page per request; it
 * reads no stored data, so its markets are ready only where readiness was asked for. Without words it returns a page of the ready ones.
 */
export class SearchedMarkets implements VenueMarkets {
  readonly isSearched = true;
  readonly #found = new LRUCache<string, LookUp>({ max: FOUND_MAX });

  constructor(
    readonly venue: MarketDataVenue,
    private readonly listing: SearchedListing,
    readonly readiness: Readiness,
    private readonly clock: Clock,
  ) {}

  async page(filter: MarketFilter, after: VenuePosition | undefined, count: number): Promise<VenuePage> {
    if (count === 0) return { items: [], next: undefined, totalCount: undefined };
    // The venue's own name means nothing to its own search.
    const words = filter.words.filter((word) => !this.venue.id.includes(word));
    return filter.words.length === 0
      ? this.#readyPage(filter, after, count)
      : this.#searchPage({ ...filter, words }, after, count);
  }

  find(symbol: string): Promise<Instrument | undefined> {
    const nowMs = this.clock.nowMs();
    const known = this.#found.get(symbol);
    if (known !== undefined && nowMs - known.askedAtMs < FOUND_MAX_AGE_MS) return known.instrument;
    const instrument = this.#ask(symbol);
    const lookUp = { askedAtMs: nowMs, instrument };
    this.#found.set(symbol, lookUp);
    // A failure is not kept: the next call asks again.
    instrument.catch(() => this.#found.get(symbol) === lookUp && this.#found.delete(symbol));
    return instrument;
  }

  async batch(symbols: readonly string[]): Promise<Market[]> {
    const [instruments, ready] = await Promise.all([this.#findAll(symbols), this.readiness.readyOf(symbols)]);
    return instruments.map((instrument) => marketOf(instrument, ready));
  }

  async traded(): Promise<readonly Instrument[]> {
    return [];
  }

  collected(urgency: Urgency): Promise<readonly Instrument[]> {
    return this.listing.collected(urgency);
  }

  /** Returns a page of the venue's search as it is, from where the last one ended. */
  async #searchPage(filter: MarketFilter, after: VenuePosition | undefined, count: number): Promise<VenuePage> {
    const { page, offset = 0 } = after ?? {};
    const found = await this.listing.search({ query: filter.words.join(' '), page }, 'interactive');
    const symbols = found.instruments.map(({ symbol }) => symbol);
    const ready = filter.backtestReady === true ? await this.readiness.readyOf(symbols) : new Set<string>();
    const wanted = found.instruments
      .map((instrument, index) => ({ market: marketOf(instrument, ready), position: { page, offset: index + 1 } }))
      .slice(offset)
      .filter(
        ({ market }) =>
          isWanted(market, filter) && (found.isNamed === true || hasWords(market.instrument, filter.words)),
      );
    const items = wanted.slice(0, count);
    const nextPage = found.nextPage === undefined ? undefined : { page: found.nextPage };
    return { items, next: wanted.length > count ? items.at(-1)?.position : nextPage, totalCount: undefined };
  }

  /** Returns a page of the ready markets without those that no longer trade; it is not filled up with others. */
  async #readyPage(filter: MarketFilter, after: VenuePosition | undefined, count: number): Promise<VenuePage> {
    const { symbols, next } = await this.readiness.readyPage(after?.symbol, count);
    const found = await this.#findAll(symbols);
    const ready = new Set(symbols);
    const items = found
      .filter(({ status }) => status === 'active')
      .map((instrument) => ({ market: marketOf(instrument, ready), position: { symbol: instrument.symbol } }))
      .filter(({ market }) => isWanted(market, filter));
    return { items, next: next === undefined ? undefined : { symbol: next }, totalCount: undefined };
  }

  async #findAll(symbols: readonly string[]): Promise<Instrument[]> {
    const found = await Promise.all(symbols.map((symbol) => this.find(symbol)));
    return found.filter((instrument) => instrument !== undefined);
  }

  async #ask(symbol: string): Promise<Instrument | undefined> {
    if (!this.venue.symbols.isCanonical(symbol)) return undefined;
    const found = await this.listing.find(symbol, 'interactive');
    return found.find((instrument) => instrument.symbol === symbol);
  }
}
