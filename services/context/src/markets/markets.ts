import { type CursorCodec, type Page, type PageRequest, readPage } from '@platform/cursors';
import { PlatformError } from '@platform/errors';
import type { Catalogue } from '../datasets/catalogue.js';
import type { Instrument } from '../venues/venue.js';
import type { Instruments } from './instruments.js';
import type { Listing } from './listing.js';

/** A market: an instrument, and whether stored history can serve a backtest of it. */
export interface Market {
  readonly instrument: Instrument;
  readonly backtestReady: boolean;
}

/** Which markets to list; what is undefined lets all through. */
interface MarketFilter {
  /** Words that must all occur in venue, symbol or name, in any case. */
  readonly query: string;
  readonly venue?: string | undefined;
  readonly kind?: Instrument['kind'] | undefined;
  readonly status?: Instrument['status'] | undefined;
  readonly backtestReady?: boolean | undefined;
}

/** Where a list of markets goes on: after this symbol of this venue. */
export interface MarketPosition {
  readonly venue: string;
  readonly symbol: string;
}

/** Every backtest needs this table, whatever its timeframe. */
const BACKTEST_TABLE = 'candles_1h';

/** The markets of all venues that have a listing. */
export class Markets {
  constructor(
    private readonly listings: ReadonlyMap<string, Listing>,
    private readonly instruments: Instruments,
    private readonly catalogue: Catalogue,
    private readonly cursors: CursorCodec<MarketPosition>,
  ) {}

  /** Markets that a filter lets through, in the order of venue and symbol, and how many all pages have together. */
  async list({ limit, cursor, ...filter }: PageRequest & MarketFilter): Promise<Page<Market> & { totalCount: number }> {
    const { venue, kind, status, backtestReady } = filter;
    const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
    const ready = backtestReady === undefined ? undefined : String(backtestReady);
    let totalCount = 0;
    const page = await readPage(
      { limit, cursor },
      {
        cursors: this.cursors,
        scope: { list: 'markets', filters: { query: words.join(' '), venue, kind, status, ready } },
        find: async (after, count) => {
          const wanted = (await this.#all(venue)).filter((market) => isWanted(market, filter, words));
          totalCount = wanted.length;
          const following = wanted.filter(({ instrument }) => after === undefined || follows(instrument, after));
          return following.slice(0, count);
        },
        positionOf: ({ instrument }) => ({ venue: instrument.venue, symbol: instrument.symbol }),
      },
    );
    return { ...page, totalCount };
  }

  /** The markets named, in that order, without those that don't exist. */
  async batch(references: readonly MarketPosition[]): Promise<Market[]> {
    const all = new Map((await this.#all()).map((market) => [keyOf(market.instrument), market]));
    return references.flatMap((reference) => all.get(keyOf(reference)) ?? []);
  }

  /** A market by its canonical symbol. Throws `symbol_not_canonical` or `market_not_found`. */
  async get(venue: string, symbol: string): Promise<Market> {
    const listing = this.#listing(venue);
    const instrument = await listing.find(symbol);
    if (instrument === undefined) throw this.#unknown(listing, symbol);
    const ready = await this.catalogue.symbolsWith(venue, BACKTEST_TABLE);
    return { instrument, backtestReady: ready.has(symbol) };
  }

  /**
   * An instrument by its canonical symbol, from what was ever listed: reads of stored history don't depend on the venue.
   * Throws `symbol_not_canonical` or `market_not_found`.
   */
  async instrument(venue: string, symbol: string): Promise<Instrument> {
    const listing = this.#listing(venue);
    const known = await this.instruments.find(venue, symbol);
    const instrument = known ?? (await listing.find(symbol));
    if (instrument === undefined) throw this.#unknown(listing, symbol);
    return instrument;
  }

  /**
   * The instruments named, in their order, then every other one of the venue that trades; from what was ever listed, by one
   * query. Throws `symbol_not_canonical` or `market_not_found`.
   */
  async instrumentsWith(venue: string, symbols: readonly string[]): Promise<Instrument[]> {
    this.#listing(venue);
    const known = new Map(
      (await this.instruments.ofVenue(venue, symbols)).map((instrument) => [instrument.symbol, instrument]),
    );
    const named: Instrument[] = [];
    for (const symbol of new Set(symbols)) {
      named.push(known.get(symbol) ?? (await this.instrument(venue, symbol)));
      known.delete(symbol);
    }
    return [...named, ...known.values()];
  }

  #listing(venue: string): Listing {
    const listing = this.listings.get(venue);
    if (listing === undefined) throw new PlatformError('feature_not_available');
    return listing;
  }

  /** Why a symbol names no market. What resembles a name is told the canonical one, which is never used in its place. */
  #unknown({ venue: { symbols } }: Listing, symbol: string): PlatformError {
    const candidate = symbols.isCanonical(symbol) ? undefined : symbols.candidate(symbol);
    if (candidate === undefined) return new PlatformError('market_not_found');
    const message = `The symbol is not canonical; ${candidate} would be.`;
    return new PlatformError('symbol_not_canonical', { message, details: { candidate } });
  }

  /** Of one venue, or of all. */
  async #all(venue?: string): Promise<Market[]> {
    const venues = venue === undefined ? [...this.listings.keys()].sort() : [venue];
    const markets = await Promise.all(venues.map((venue) => this.#marketsOf(venue)));
    return markets.flat();
  }

  async #marketsOf(venue: string): Promise<Market[]> {
    const [instruments, ready] = await Promise.all([
      this.#listing(venue).all(),
      this.catalogue.symbolsWith(venue, BACKTEST_TABLE),
    ]);
    return instruments.map((instrument) => ({ instrument, backtestReady: ready.has(instrument.symbol) }));
  }
}

function isWanted(market: Market, filter: MarketFilter, words: readonly string[]): boolean {
  const { kind, status } = market.instrument;
  return (
    (filter.kind ?? kind) === kind &&
    (filter.status ?? status) === status &&
    (filter.backtestReady ?? market.backtestReady) === market.backtestReady &&
    matches(market.instrument, words)
  );
}

function matches({ venue, symbol, coin }: Instrument, words: readonly string[]): boolean {
  const text = `${venue} ${symbol} ${coin}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function follows({ venue, symbol }: MarketPosition, after: MarketPosition): boolean {
  return venue === after.venue ? symbol > after.symbol : venue > after.venue;
}

function keyOf({ venue, symbol }: MarketPosition): string {
  return `${venue}/${symbol}`;
}
