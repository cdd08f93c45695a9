import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { MarketDataVenue } from '@platform/venues/market-data';
import type { Instruments, TradedMarket } from '../markets/instruments.js';
import { notCanonical } from '../markets/not-canonical.js';
import { unknownMarket } from '../markets/unknown-market.js';
import { best, type ScanFilter } from './ranking.js';
import type { MarketSnapshot, ScanSnapshot, Snapshots } from './snapshots.js';

/** The greatest age of a snapshot with which the platform is ready. */
const FRESH_MS = 10 * 60_000;
/** The greatest age of the names that an unknown name is compared with: the same as a listing's. */
const TRADED_MAX_AGE_MS = 15_000;

/** Serves the markets' analyses from the snapshots of the last round. */
export class Intelligence {
  #traded: { readonly readAtMs: number; readonly markets: readonly TradedMarket[] } | undefined;

  constructor(
    private readonly snapshots: Snapshots,
    private readonly venues: readonly Pick<MarketDataVenue, 'id' | 'symbols'>[],
    private readonly instruments: Instruments,
    private readonly clock: Clock,
  ) {}

  /** Returns the best results of the last scan. Throws `context_store_unavailable` before the first one. */
  async scan({ topN, ...filter }: ScanFilter & { readonly topN: number }): Promise<ScanSnapshot> {
    const scan = await this.snapshots.scan();
    if (scan === undefined) throw notComputed();
    return { ...scan, results: best(scan.results, filter, topN) };
  }

  /**
   * Returns a market's snapshot by its canonical symbol, which differs from venue to venue. Throws `symbol_not_canonical`,
   * `market_not_found`, or `context_store_unavailable` while it is not computed yet.
   */
  async setup(symbol: string): Promise<MarketSnapshot> {
    const found = await this.snapshots.ofSymbol(symbol);
    if (found !== undefined) return found;
    throw await this.#missing(symbol);
  }

  /** Returns the snapshots of several markets; those without one are left out. */
  batch(references: readonly Pick<MarketSnapshot, 'venue' | 'symbol'>[]): Promise<MarketSnapshot[]> {
    return this.snapshots.ofMarkets(references);
  }

  /** Returns whether the last round is recent. */
  async isFresh(): Promise<boolean> {
    const computedAt = await this.snapshots.computedAt();
    return computedAt !== undefined && this.clock.nowMs() - computedAt.getTime() <= FRESH_MS;
  }

  /** Returns the error for a symbol without a setup. */
  async #missing(symbol: string): Promise<PlatformError> {
    const venue = this.venues.find(({ symbols }) => symbols.isCanonical(symbol));
    if (venue === undefined) return this.#notCanonical(symbol);
    const instrument = await this.instruments.find(venue.id, symbol);
    if (instrument?.status === 'active') return notComputed();
    const isFirst = (await this.snapshots.computedAt()) === undefined;
    return instrument === undefined && isFirst ? notComputed() : this.#unknown(symbol);
  }

  /** Returns the error for a text that no venue calls canonical; it names the candidate where one is listed. */
  async #notCanonical(symbol: string): Promise<PlatformError> {
    const candidates = this.venues.flatMap(({ id, symbols }) => {
      const candidate = symbols.candidate(symbol);
      return candidate === undefined ? [] : [{ venue: id, symbol: candidate }];
    });
    const known = await Promise.all(candidates.map((each) => this.instruments.find(each.venue, each.symbol)));
    const candidate = known.find((instrument) => instrument !== undefined)?.symbol;
    return candidate === undefined ? this.#unknown(symbol) : notCanonical(candidate);
  }

  async #unknown(symbol: string): Promise<PlatformError> {
    const nowMs = this.clock.nowMs();
    if (this.#traded === undefined || nowMs - this.#traded.readAtMs >= TRADED_MAX_AGE_MS) {
      const markets = await this.instruments.traded(this.venues.map(({ id }) => id));
      this.#traded = { readAtMs: nowMs, markets };
    }
    return unknownMarket(symbol, undefined, this.#traded.markets);
  }
}

function notComputed(): PlatformError {
  return new PlatformError('context_store_unavailable', {
    message: 'This is not computed yet: the first snapshot follows the first history.',
  });
}
