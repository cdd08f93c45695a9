import type { FrameworkId } from '../registry/index.js';
import type { RowSource } from './sources.js';
import type { Row, TableKind, TableName } from './tables.js';

/** What an instrument trades. */
export const marketKinds = ['perpetual', 'spot', 'prediction'] as const;
/** Whether an instrument trades. */
export const marketStatuses = ['active', 'halted', 'closed'] as const;

/** The fee of a prediction's takers per share of a fill, in USD: `rate · (price · (1 − price)) ^ exponent`. Makers pay nothing. */
export interface TakerFees {
  /** 0: there are no fees. */
  readonly rate: number;
  readonly exponent: number;
}

/** The prediction of the market that a token belongs to. */
export interface Prediction {
  /** The venue's readable name of the market; its tokens share it. */
  readonly slug: string;
  readonly question: string;
  /** The outcome that this token pays one for, one of `outcomes`. */
  readonly outcome: string;
  readonly outcomes: readonly string[];
  /** When trading is scheduled to end. */
  readonly endDateMs: number;
  /** The outcome that came true; undefined before that is known. */
  readonly resolution: string | undefined;
  /** Undefined: the venue does not publish its fees. Such a market is never backtested. */
  readonly takerFees: TakerFees | undefined;
}

/** An instrument as its venue lists it now. */
export interface Instrument {
  readonly venue: string;
  /** Canonical symbol. */
  readonly symbol: string;
  /** The venue's own name. */
  readonly coin: string;
  /** Its number in the venue's actions; absent where they name it otherwise, or by a number that is not known. */
  readonly venueNumber?: number | undefined;
  /** Its common name. */
  readonly name: string;
  readonly kind: (typeof marketKinds)[number];
  readonly status: (typeof marketStatuses)[number];
  /** Its alias in each framework that trades it. */
  readonly frameworkSymbols: Readonly<Partial<Record<FrameworkId, string>>>;
  readonly sizeDecimals: number;
  /** Undefined: it is traded without leverage. */
  readonly maxLeverage: number | undefined;
  /** Decimal strings. */
  readonly markPrice: string;
  readonly tickSize: string;
  readonly minOrderUsd: string;
  /** The third party's exchange on the venue that it trades on; undefined: the venue's own. Never backtested. */
  readonly builderDex: string | undefined;
  /** Undefined: it is not a prediction. */
  readonly prediction: Prediction | undefined;
}

/** The spelling of a venue's canonical symbols. Pure: it knows no markets. */
export interface SymbolGrammar {
  isCanonical(text: string): boolean;
  /** Returns what a text that isn't canonical may have meant. */
  candidate(text: string): string | undefined;
}

/** The caller of a read: a person, or the collector. The venue's allowance is shared, and the collector leaves part of it free. */
export type Urgency = 'interactive' | 'background';

/** Rows of one source, ascending. */
export interface SourcedRows {
  /** `recorded` and `simulated` where the venue identifies itself as a sandbox. */
  readonly source: Extract<RowSource, 'venue' | 'recorded' | 'simulated'>;
  readonly rows: readonly Row[];
}

/** A row that a venue gave and that can't be stored: it stays a gap. */
export interface MalformedRow {
  /** Where it stands; undefined where even that can't be read. */
  readonly timeMs: number | undefined;
  /** The row's problem; it contains nothing of its values beyond field names. */
  readonly reason: string;
}

/** Is told of malformed rows, which are left out of what is given. */
export type OnMalformedRows = (malformed: readonly MalformedRow[]) => void;

/** A table that is collected for a venue's markets. */
export interface CollectedTable {
  readonly name: TableName;
  /** How far back its collection begins; undefined: as far as the venue serves it. */
  readonly lookbackMs?: number;
}

/** A venue that lists all its instruments in one answer. */
export interface WholeListing {
  readonly kind: 'whole';
  /** Returns all its instruments, including closed ones. */
  instruments(urgency: Urgency): Promise<Instrument[]>;
}

/** A page of a venue's own search. */
export interface SearchPage {
  readonly instruments: readonly Instrument[];
  /** The venue's name of the next page; undefined: there is none. */
  readonly nextPage: string | undefined;
  /** Present where the query is the name of what was found, such as a slug: its words need not occur in it. */
  readonly isNamed?: true;
}

/** A venue with more instruments than can be loaded: it is searched. */
export interface SearchedListing {
  readonly kind: 'searched';
  /** Returns a page of live instruments that match some words. `page` is undefined or the `nextPage` of the page before. */
  search(request: { query: string; page: string | undefined }, urgency: Urgency): Promise<SearchPage>;
  /**
   * Returns the instruments that a canonical symbol, a token or a slug names, tried in this order, in any state: the token, or each token
   * of the market. Empty: none.
   */
  find(reference: string, urgency: Urgency): Promise<Instrument[]>;
  /** Returns the instruments whose history is collected; closed ones are collected once, as far back as usual. */
  collected(urgency: Urgency): Promise<Instrument[]>;
  /** Returns the venue's own name of a symbol's instrument; undefined: the symbol is not canonical. Sends no request. */
  coinOf(symbol: string): string | undefined;
}

/** A market's current prices at its venue, in the quote asset; undefined where the venue shows none. */
export interface Ticker {
  readonly mark: number | undefined;
  /** Between the best bid and the best ask. */
  readonly mid: number | undefined;
  readonly bid: number | undefined;
  readonly ask: number | undefined;
  /** Turnover of the last 24 hours in USD; for a prediction that of all its outcomes. */
  readonly volume24h: number | undefined;
  /** Open interest in units of the base. */
  readonly openInterest: number | undefined;
  /** The share of a position's value that longs will pay to shorts for the current hour. */
  readonly fundingRate: number | undefined;
  /** When the venue answered. */
  readonly atMs: number;
}

/** The source of a venue's tickers: one answer holds those of a group of markets. */
export interface TickerSource {
  /** Returns the group of a market, and how old its answer may be. */
  groupOf(instrument: Pick<Instrument, 'coin' | 'builderDex'>): { readonly name: string; readonly maxAgeMs: number };
  /** The most groups per request. */
  readonly groupsMax: number;
  /** Returns the tickers of some groups by the venue's own names of markets; a market that is not shown is absent. */
  read(groups: readonly string[], urgency: Urgency): Promise<ReadonlyMap<string, Ticker>>;
}

/** A venue's public market data. Every method throws `VenueUnreadableError`; a sandbox's generated data is marked as such. */
export interface MarketDataVenue {
  readonly id: string;
  readonly symbols: SymbolGrammar;
  /** When its history began: no row is older. */
  readonly launchedAtMs: number;
  readonly listing: WholeListing | SearchedListing;
  readonly tickers: TickerSource;
  /** The tables that are collected of each of its markets. */
  readonly tables: readonly CollectedTable[];
  /** Whether its candles have a volume; where they have none their rows hold 0, which is never shown. */
  readonly hasVolume: boolean;
  /**
   * Returns the rows of a table from `fromMs` on, ascending, before `toMs`, by their source; at most as many as one request returns. Empty:
   * there are none. The first page may start later than asked where the venue no longer serves older rows. A malformed row is left out;
   * `onMalformed` receives it.
   */
  rows(
    coin: string,
    kind: TableKind,
    window: { fromMs: number; toMs: number },
    urgency: Urgency,
    onMalformed?: OnMalformedRows,
  ): Promise<readonly SourcedRows[]>;
  close(): Promise<void>;
}

/** The venue did not answer, or its answer can't be trusted. */
export class VenueUnreadableError extends Error {
  override readonly name = 'VenueUnreadableError';
}
