import { PlatformError } from '@platform/errors';
import type { CursorCodec, Page, PageRequest } from '@platform/kit/cursors';
import { type Instrument, VenueUnreadableError } from '@platform/venues/market-data';
import { isVenue, venueRow } from '@platform/venues/registry';
import { z } from 'zod';
import type { Instruments } from './instruments.js';
import { type Market, type MarketFilter, type MarketReference, marketOf } from './market.js';
import { notCanonical } from './not-canonical.js';
import { unknownMarket } from './unknown-market.js';
import type { VenueMarkets, VenuePage } from './venue-markets.js';

/** Where a list of markets continues: the venue, and the position in its list. */
export const marketPosition = z.object({
  venue: z.string(),
  symbol: z.string().optional(),
  page: z.string().optional(),
  offset: z.int().optional(),
});
/** Where a list of markets continues. */
export type MarketPosition = z.output<typeof marketPosition>;

/** Selects a page of markets. */
interface MarketListRequest extends PageRequest, Omit<MarketFilter, 'words'> {
  readonly query: string;
  readonly venue?: string | undefined;
}

/** A page of markets. */
interface MarketPage extends Page<Market> {
  /** How many markets all pages have together; undefined for a searched venue, where only the venue knows. */
  readonly totalCount: number | undefined;
  /** The venues that could not be read, whose markets are left out. */
  readonly unavailableVenues: readonly string[];
}

/** The combined results of several venues. */
interface Gathered {
  readonly items: { market: Market; position: MarketPosition }[];
  next: MarketPosition | undefined;
  totalCount: number | undefined;
  readonly failures: Map<string, VenueUnreadableError>;
}

/** The markets of all venues that have a listing. */
export class Markets {
  constructor(
    private readonly venues: ReadonlyMap<string, VenueMarkets>,
    private readonly instruments: Pick<Instruments, 'find' | 'named' | 'ofVenue'>,
    private readonly cursors: CursorCodec<MarketPosition>,
  ) {}

  /**
   * Lists the markets that pass a filter, venue by venue. A venue that can't be read is named and its markets are left out; throws its
   * `VenueUnreadableError` where no other venue was asked.
   */
  async list({ limit, cursor, query, venue, ...filter }: MarketListRequest): Promise<MarketPage> {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const { kind, status, framework, backtestReady } = filter;
    const ready = backtestReady === undefined ? undefined : String(backtestReady);
    const filters = { query: words.join(' '), venue, kind, status, framework, ready };
    const scope = { list: 'markets', filters };
    const after = cursor === undefined ? undefined : this.cursors.decode(scope, cursor);
    const asked = venue === undefined ? this.#withKind(kind) : [this.#of(venue)];
    const found = await this.#gather(asked, { ...filter, words }, after, limit + 1);
    const [failure] = found.failures.values();
    if (failure !== undefined && found.failures.size === asked.length) throw failure;
    const kept = found.items.slice(0, limit);
    const next = found.items.length > limit ? kept.at(-1)?.position : found.next;
    return {
      items: kept.map(({ market }) => market),
      cursors: kept.map(({ position }) => this.cursors.encode(scope, position)),
      nextCursor: next === undefined ? undefined : this.cursors.encode(scope, next),
      totalCount: found.totalCount,
      unavailableVenues: [...found.failures.keys()],
    };
  }

  /** Returns the named markets in that order, without those that don't exist; where a venue can't be read, as they were last seen. */
  async batch(references: readonly MarketReference[]): Promise<Market[]> {
    const byVenue = Map.groupBy(references, ({ venue }) => venue);
    const found = await Promise.all([...byVenue].map(([venue, named]) => this.#batchOf(venue, named)));
    const all = new Map(found.flat().map((market) => [keyOf(market.instrument), market]));
    return references.flatMap((reference) => all.get(keyOf(reference)) ?? []);
  }

  /** Returns a market by its canonical symbol. Throws `symbol_not_canonical` or `market_not_found`. */
  async get(venue: string, symbol: string): Promise<Market> {
    const markets = this.#of(venue);
    const [market] = await markets.batch([symbol]);
    if (market === undefined) throw await this.#unknown(markets, symbol);
    return market;
  }

  /**
   * Returns an instrument by its canonical symbol, from all ever listed: reads of stored history don't depend on the venue. Throws
   * `symbol_not_canonical` or `market_not_found`.
   */
  async instrument(venue: string, symbol: string): Promise<Instrument> {
    const markets = this.#of(venue);
    const known = await this.instruments.find(venue, symbol);
    const instrument = known ?? (await markets.find(symbol));
    if (instrument === undefined) throw await this.#unknown(markets, symbol);
    return instrument;
  }

  /**
   * Returns the named instruments in their order, then every other one of the venue that trades; from all ever listed, by one query. Throws
   * `symbol_not_canonical` or `market_not_found`.
   */
  async instrumentsWith(venue: string, symbols: readonly string[]): Promise<Instrument[]> {
    this.#of(venue);
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

  /** Returns the error for a symbol that names no market of a venue. */
  async #unknown(markets: VenueMarkets, symbol: string): Promise<PlatformError> {
    const { id, symbols } = markets.venue;
    const candidate = symbols.isCanonical(symbol) ? undefined : symbols.candidate(symbol);
    const isListed = candidate !== undefined && (await this.instruments.find(id, candidate)) !== undefined;
    return isListed ? notCanonical(candidate) : unknownMarket(symbol, candidate, await markets.traded());
  }

  /** Returns the venues in the order of their ids, without those that have no such kind of market. */
  #withKind(kind: Instrument['kind'] | undefined): VenueMarkets[] {
    const ids = [...this.venues.keys()].sort();
    const having = ids.filter((id) => kind === undefined || (isVenue(id) && venueRow(id).kinds.includes(kind)));
    return having.map((id) => this.#of(id));
  }

  #of(venue: string): VenueMarkets {
    const markets = this.venues.get(venue);
    if (markets === undefined) throw new PlatformError('feature_not_available');
    return markets;
  }

  /**
   * Returns at least `count` markets if there are as many, or those up to the end of a searched venue's page. A searched venue is asked
   * only where the others leave space.
   */
  async #gather(
    asked: readonly VenueMarkets[],
    filter: MarketFilter,
    after: MarketPosition | undefined,
    count: number,
  ): Promise<Gathered> {
    const found: Gathered = { items: [], next: undefined, totalCount: 0, failures: new Map() };
    const whole = await Promise.all(
      asked.map((markets) => (markets.isSearched ? undefined : pageOf(markets, filter, after, count))),
    );
    for (const [index, markets] of asked.entries()) {
      const room = count - found.items.length;
      const page = whole[index] ?? (room > 0 ? await pageOf(markets, filter, after, room) : UNASKED);
      const { id: venue } = markets.venue;
      if (page instanceof VenueUnreadableError) {
        found.failures.set(venue, page);
        continue;
      }
      const { items, next, totalCount } = page;
      for (const { market, position } of items.slice(0, room))
        found.items.push({ market, position: { venue, ...position } });
      found.next = next === undefined ? undefined : { venue, ...next };
      found.totalCount =
        found.totalCount === undefined || totalCount === undefined ? undefined : found.totalCount + totalCount;
      // The rest of this venue's list comes before the next venue.
      if (found.next !== undefined && found.items.length < count) break;
    }
    return found;
  }

  async #batchOf(venue: string, references: readonly MarketReference[]): Promise<Market[]> {
    const symbols = references.map(({ symbol }) => symbol);
    try {
      return (await this.venues.get(venue)?.batch(symbols)) ?? [];
    } catch (error) {
      if (!(error instanceof VenueUnreadableError)) throw error;
      const [known, ready] = await Promise.all([
        this.instruments.named(venue, symbols),
        this.#of(venue).readiness.readyOf(symbols),
      ]);
      return known.map((instrument) => marketOf(instrument, ready));
    }
  }
}

/** A venue that was not asked adds only an unknown count. */
const UNASKED: VenuePage = { items: [], next: undefined, totalCount: undefined };

/** Returns a venue's page; for a venue that the list has passed, only its count. */
async function pageOf(
  markets: VenueMarkets,
  filter: MarketFilter,
  after: MarketPosition | undefined,
  count: number,
): Promise<VenuePage | VenueUnreadableError> {
  const { id } = markets.venue;
  const isPast = after !== undefined && id < after.venue;
  try {
    return await markets.page(filter, after?.venue === id ? after : undefined, isPast ? 0 : count);
  } catch (error) {
    if (error instanceof VenueUnreadableError) return error;
    throw error;
  }
}

function keyOf({ venue, symbol }: MarketReference): string {
  return `${venue}/${symbol}`;
}
