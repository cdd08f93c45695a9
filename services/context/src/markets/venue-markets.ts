import type { Instrument, MarketDataVenue, Urgency } from '@platform/venues/market-data';
import type { Market, MarketFilter } from './market.js';
import type { Readiness } from './readiness.js';

/** Where the list of a venue's markets goes on. */
export interface VenuePosition {
  /** After this symbol, or after that of a page of ready markets. */
  readonly symbol?: string | undefined;
  /** The venue's own page that is searched; undefined: its first. */
  readonly page?: string | undefined;
  /** How many instruments of that page come before. */
  readonly offset?: number | undefined;
}

/** Some markets of a venue, each with the position after it. */
export interface VenuePage {
  readonly items: readonly { readonly market: Market; readonly position: VenuePosition }[];
  /** Where the list goes on; undefined: it ends here. */
  readonly next: VenuePosition | undefined;
  /** How many markets all pages have together; undefined: only the venue knows. */
  readonly totalCount: number | undefined;
}

/** The markets of one venue. Every method may throw `VenueUnreadableError`. */
export interface VenueMarkets {
  readonly venue: MarketDataVenue;
  /** Whether a page costs the venue a search. */
  readonly isSearched: boolean;
  readonly readiness: Readiness;
  /** At most `count` markets that a filter lets through, after a position or from the start. */
  page(filter: MarketFilter, after: VenuePosition | undefined, count: number): Promise<VenuePage>;
  /** The instrument with a canonical symbol. */
  find(symbol: string): Promise<Instrument | undefined>;
  /** The markets of those symbols, in no order, without those that don't exist. */
  batch(symbols: readonly string[]): Promise<Market[]>;
  /** The markets that trade now and have names for people to spell, predictions aside: those have questions. As old as listings may be. */
  traded(): Promise<readonly Instrument[]>;
  /** The instruments whose history is collected, the closed ones too where the venue lists them. */
  collected(urgency: Urgency): Promise<readonly Instrument[]>;
}
