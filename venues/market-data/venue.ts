import type { FrameworkId } from '../registry/index.js';
import type { RowSource } from './sources.js';
import type { Row, TableKind, TableName } from './tables.js';

/** What an instrument trades. */
export const marketKinds = ['perpetual', 'spot', 'prediction'] as const;
/** Whether an instrument trades. */
export const marketStatuses = ['active', 'halted', 'closed'] as const;

/** What takers of a prediction pay for each share of a fill, in USD: `rate · (price · (1 − price)) ^ exponent`. Makers pay nothing. */
export interface TakerFees {
  /** 0: there are no fees. */
  readonly rate: number;
  readonly exponent: number;
}

/** What is predicted by the market that a token of a prediction belongs to. */
export interface Prediction {
  /** The venue's readable name of the market; its tokens share it. */
  readonly slug: string;
  readonly question: string;
  /** The outcome that this token pays one for, one of `outcomes`. */
  readonly outcome: string;
  readonly outcomes: readonly string[];
  /** When trading is to end. */
  readonly endDateMs: number;
  /** The outcome that came true; undefined before that is known. */
  readonly resolution: string | undefined;
  /** Undefined: its venue does not say which fees it has. No backtest is run on such a one. */
  readonly takerFees: TakerFees | undefined;
}

/** An instrument as its venue lists it now. */
export interface Instrument {
  readonly venue: string;
  /** Canonical symbol. */
  readonly symbol: string;
  /** The venue's own name. */
  readonly coin: string;
  /** What people call it. */
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
  /** The exchange of a third party, run on the venue, that it trades on; undefined: the venue's own. Never backtested. */
  readonly builderDex: string | undefined;
  /** Undefined: it is no prediction. */
  readonly prediction: Prediction | undefined;
}

/** How a canonical symbol of a venue is spelt. Pure: it knows no market. */
export interface SymbolGrammar {
  isCanonical(text: string): boolean;
  /** What a text that isn't canonical may have meant. */
  candidate(text: string): string | undefined;
}

/**
 * Who waits for an answer: a person, or the collector. The venue's allowance is shared, and the collector leaves part of it
 * free.
 */
export type Urgency = 'interactive' | 'background';

/** Rows of one source, ascending. */
export interface SourcedRows {
  /** `recorded` and `simulated` where the venue says that it is a sandbox. */
  readonly source: Extract<RowSource, 'venue' | 'recorded' | 'simulated'>;
  readonly rows: readonly Row[];
}

/** A row that a venue gave and that can't be stored: it stays a gap. */
export interface MalformedRow {
  /** Where it stands; undefined where even that can't be read. */
  readonly timeMs: number | undefined;
  /** What is wrong with it; holds nothing of its values beyond field names. */
  readonly reason: string;
}

/** Is told of malformed rows, which are left out of what is given. */
export type OnMalformedRows = (malformed: readonly MalformedRow[]) => void;

/** A table that is collected of a venue's markets. */
export interface CollectedTable {
  readonly name: TableName;
  /** How far back its collection begins; undefined: as far as the venue serves it. */
  readonly lookbackMs?: number;
}

/** A venue that lists all its instruments in one answer. */
export interface WholeListing {
  readonly kind: 'whole';
  /** All its instruments, the closed ones too. */
  instruments(urgency: Urgency): Promise<Instrument[]>;
}

/** A page of a venue's own search. */
export interface SearchPage {
  readonly instruments: readonly Instrument[];
  /** Names the next page to the venue; undefined: there is none. */
  readonly nextPage: string | undefined;
}

/** A venue with more instruments than can be loaded: it is searched. */
export interface SearchedListing {
  readonly kind: 'searched';
  /** A page of live instruments that match some words. `page` is undefined or the `nextPage` of the page before. */
  search(request: { query: string; page: string | undefined }, urgency: Urgency): Promise<SearchPage>;
  /**
   * What a canonical symbol, a token or a slug names, in this order of trial, whatever its state: the token, or each token of the
   * market. Empty: nothing.
   */
  find(reference: string, urgency: Urgency): Promise<Instrument[]>;
  /** The instruments whose history is collected here; of closed ones once, as far back as is collected. */
  collected(urgency: Urgency): Promise<Instrument[]>;
  /** The venue's own name of the instrument that a symbol would be of; undefined: the symbol is not canonical. Asks nobody. */
  coinOf(symbol: string): string | undefined;
}

/** A market's prices as its venue shows them now; undefined is what it does not show. Prices are in the quote asset. */
export interface Ticker {
  readonly mark: number | undefined;
  /** Between the best bid and the best ask. */
  readonly mid: number | undefined;
  readonly bid: number | undefined;
  readonly ask: number | undefined;
  /** Turnover of the last 24 hours in USD; of a prediction that of all its outcomes. */
  readonly volume24h: number | undefined;
  /** Units of the base that are held. */
  readonly openInterest: number | undefined;
  /** The share of a position's value that longs will pay to shorts for the present hour. */
  readonly fundingRate: number | undefined;
  /** When the venue answered. */
  readonly atMs: number;
}

/** Where tickers of a venue come from: one answer holds those of a group of markets. */
export interface TickerSource {
  /** The group of a market, and how old its answer may be. */
  groupOf(instrument: Pick<Instrument, 'coin' | 'builderDex'>): { readonly name: string; readonly maxAgeMs: number };
  /** How many groups one request brings. */
  readonly groupsMax: number;
  /** The tickers of some groups by the venue's own names of markets; a market that is not shown is absent. */
  read(groups: readonly string[], urgency: Urgency): Promise<ReadonlyMap<string, Ticker>>;
}

/** A venue's public market data. Every method throws `VenueUnreadableError`; what a sandbox made up is given as such. */
export interface MarketDataVenue {
  readonly id: string;
  readonly symbols: SymbolGrammar;
  /** When its history began: nothing is older. */
  readonly launchedAtMs: number;
  readonly listing: WholeListing | SearchedListing;
  readonly tickers: TickerSource;
  /** The tables that are collected of each of its markets. */
  readonly tables: readonly CollectedTable[];
  /** Whether its candles have a volume; where they have none their rows hold 0, which is never shown. */
  readonly hasVolume: boolean;
  /**
   * Rows of a table from `fromMs` on, ascending, before `toMs`, by their source; at most as many as one request brings. Empty:
   * there are none. The first page may start later than asked where the venue no longer serves what is older. A malformed row is left
   * out; `onMalformed` is told of it.
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
