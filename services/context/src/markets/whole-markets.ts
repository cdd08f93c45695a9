import type { Clock } from '@platform/kit/clock';
import type { Instrument, MarketDataVenue, Urgency, WholeListing } from '@platform/venues/market-data';
import { Listing } from './listing.js';
import { hasWords, isWanted, type Market, type MarketFilter, marketOf } from './market.js';
import type { Readiness } from './readiness.js';
import type { VenueMarkets, VenuePage, VenuePosition } from './venue-markets.js';

/** The markets of a venue that lists all of them in one answer; in the order of their symbols. */
export class WholeMarkets implements VenueMarkets {
  readonly isSearched = false;
  readonly #listing: Listing;

  constructor(
    readonly venue: MarketDataVenue,
    listing: WholeListing,
    readonly readiness: Readiness,
    clock: Clock,
  ) {
    this.#listing = new Listing(listing, clock);
  }

  async page(filter: MarketFilter, after: VenuePosition | undefined, count: number): Promise<VenuePage> {
    const all = await this.#all();
    const wanted = all.filter((market) => isWanted(market, filter) && hasWords(market.instrument, filter.words));
    const from = after?.symbol;
    const following = wanted.filter(({ instrument: { symbol } }) => from === undefined || symbol > from);
    const items = following.slice(0, count).map((market) => ({
      market,
      position: { symbol: market.instrument.symbol },
    }));
    const next = following.length > count ? items.at(-1)?.position : undefined;
    return { items, next, totalCount: wanted.length };
  }

  async find(symbol: string): Promise<Instrument | undefined> {
    return (await this.#listing.all()).find((instrument) => instrument.symbol === symbol);
  }

  async batch(symbols: readonly string[]): Promise<Market[]> {
    const named = new Set(symbols);
    return (await this.#all()).filter(({ instrument }) => named.has(instrument.symbol));
  }

  async traded(): Promise<readonly Instrument[]> {
    return (await this.#listing.all()).filter(({ status }) => status === 'active');
  }

  collected(urgency: Urgency): Promise<readonly Instrument[]> {
    return this.#listing.all(urgency);
  }

  async #all(): Promise<Market[]> {
    const [instruments, ready] = await Promise.all([this.#listing.all(), this.readiness.readySymbols()]);
    return instruments.map((instrument) => marketOf(instrument, ready));
  }
}
