import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { MarketDataVenue } from '@platform/venues/market-data';
import type { Instruments, TradedMarket } from '../markets/instruments.js';
import { notCanonical } from '../markets/not-canonical.js';
import { unknownMarket } from '../markets/unknown-market.js';
import { best, type ScanFilter } from './ranking.js';
import type { MarketSnapshot, ScanSnapshot, Snapshots } from './snapshots.js';

/** How old a snapshot may be for the platform to be ready. */
const FRESH_MS = 10 * 60_000;
/** How old the names may be that an unknown one is compared with: as old as a listing. */
const TRADED_MAX_AGE_MS = 15_000;

/** What was found out about the markets, from the snapshots of the last round. */
export class Intelligence {
  #traded: { readonly readAtMs: number; readonly markets: readonly TradedMarket[] } | undefined;

  constructor(
    private readonly snapshots: Snapshots,
    private readonly venues: readonly Pick<MarketDataVenue, 'id' | 'symbols'>[],
    private readonly instruments: Instruments,
    private readonly clock: Clock,
  ) {}

  /** The best results of the last scan. Throws `context_store_unavailable` before the first one. */
  async scan({ topN, ...filter }: ScanFilter & { readonly topN: number }): Promise<ScanSnapshot> {
    const scan = await this.snapshots.scan();
    if (scan === undefined) throw notComputed();
    return { ...scan, results: best(scan.results, filter, topN) };
  }

  /**
   * What was found out about a market by its canonical symbol, which every venue spells in a way of its own. Throws
   * `symbol_not_canonical`, `market_not_found`, or `context_store_unavailable` while it is not computed yet.
   */
  async setup(symbol: string): Promise<MarketSnapshot> {
    const found = await this.snapshots.ofSymbol(symbol);
    if (found !== undefined) return found;
    throw await this.#missing(symbol);
  }

  /** What was found out about several markets; markets without findings are left out. */
  batch(references: readonly Pick<MarketSnapshot, 'venue' | 'symbol'>[]): Promise<MarketSnapshot[]> {
    return this.snapshots.ofMarkets(references);
  }

  /** Whether the last round is recent. */
  async isFresh(): Promise<boolean> {
    const computedAt = await this.snapshots.computedAt();
    return computedAt !== undefined && this.clock.nowMs() - computedAt.getTime() <= FRESH_MS;
  }

  /** Why there is no setup of a symbol. */
  async #missing(symbol: string): Promise<PlatformError> {
    const venue = this.venues.find(({ symbols }) => symbols.isCanonical(symbol));
    if (venue === undefined) return this.#notCanonical(symbol);
    const instrument = await this.instruments.find(venue.id, symbol);
    if (instrument?.status === 'active') return notComputed();
    const isFirst = (await this.snapshots.computedAt()) === undefined;
    return instrument === undefined && isFirst ? notComputed() : this.#unknown(symbol);
  }

  /** A text that no venue calls canonical: the candidate is told where one is listed. */
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
