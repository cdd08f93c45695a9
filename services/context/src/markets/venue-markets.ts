import type { Instrument, MarketDataVenue, Urgency } from '@platform/venues/market-data';
import type { Market, MarketFilter } from './market.js';
import type { Readiness } from './readiness.js';

/** Where the list of a venue's markets continues. */
export interface VenuePosition {
  /** After this symbol, or after that of a page of ready markets. */
  readonly symbol?: string | undefined;
  /** The searched venue's own page; undefined: its first. */
  readonly page?: string | undefined;
  /** How many instruments of that page are already listed. */
  readonly offset?: number | undefined;
}

/** Some markets of a venue, each with the position after it. */
export interface VenuePage {
  readonly items: readonly { readonly market: Market; readonly position: VenuePosition }[];
  /** Where the list continues; undefined: it ends here. */
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
  /** Returns at most `count` markets that pass a filter, after a position or from the start. */
  page(filter: MarketFilter, after: VenuePosition | undefined, count: number): Promise<VenuePage>;
  /** Returns the instrument with a canonical symbol. */
  find(symbol: string): Promise<Instrument | undefined>;
  /** Returns the markets of those symbols, in any order, without those that don't exist. */
  batch(symbols: readonly string[]): Promise<Market[]>;
  /** Returns the markets that trade now, without predictions, whose names are questions. As old as listings may be. */
  traded(): Promise<readonly Instrument[]>;
  /** Returns the instruments whose history is collected, including closed ones where the venue lists them. */
  collected(urgency: Urgency): Promise<readonly Instrument[]>;
}
