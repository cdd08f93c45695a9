// Why: docs/decisions/context/listings-and-tickers.md
import type { Clock } from '@platform/kit/clock';
import { type Instrument, type MarketDataVenue, type Ticker, VenueUnreadableError } from '@platform/venues/market-data';
import { LRUCache } from 'lru-cache';
import type { MarketReference } from './market.js';
import type { Markets } from './markets.js';

/** The most cached answers of venues: at a searched venue each token has its own answer. */
const READINGS_MAX = 5_000;

/** The fields of a market that locate its ticker. */
type Named = Pick<Instrument, 'symbol' | 'coin' | 'builderDex'>;

/** A market's ticker. */
export interface MarketTicker extends Ticker, MarketReference {}

/** Tickers of several markets. */
export interface FoundTickers {
  readonly tickers: readonly MarketTicker[];
  /** The markets whose venue could not be read. */
  readonly unreadable: readonly MarketReference[];
}

/** A finished or running reading. */
interface Reading {
  /** When the venue made the answer, which may be older than this request. */
  readAtMs: number;
  readonly tickers: Promise<ReadonlyMap<string, Ticker>>;
}

/** The tickers of markets. Callers share each of a venue's answers for as long as it may be shown. */
export class Tickers {
  readonly #readings = new LRUCache<string, Reading>({ max: READINGS_MAX });

  constructor(
    private readonly venues: ReadonlyMap<string, MarketDataVenue>,
    private readonly markets: Pick<Markets, 'batch'>,
    private readonly clock: Clock,
  ) {}

  /** Returns the tickers of the named markets, as far as their venues show them now. */
  async batch(references: readonly MarketReference[]): Promise<FoundTickers> {
    const byVenue = Map.groupBy(references, ({ venue }) => venue);
    const found = await Promise.all(
      [...byVenue].map(async ([id, named]) => {
        const venue = this.venues.get(id);
        return venue === undefined ? NOTHING : this.#ofVenue(venue, await this.#named(venue, named));
      }),
    );
    return {
      tickers: found.flatMap(({ tickers }) => tickers),
      unreadable: found.flatMap(({ unreadable }) => unreadable),
    };
  }

  /** A searched venue costs one request per look-up, so its symbols are not looked up here; they may not exist. */
  async #named({ listing }: MarketDataVenue, references: readonly MarketReference[]): Promise<readonly Named[]> {
    if (listing.kind === 'whole') return (await this.markets.batch(references)).map(({ instrument }) => instrument);
    return references.flatMap(({ symbol }) => {
      const coin = listing.coinOf(symbol);
      return coin === undefined ? [] : { symbol, coin, builderDex: undefined };
    });
  }

  async #ofVenue(venue: MarketDataVenue, instruments: readonly Named[]): Promise<FoundTickers> {
    this.#readMissing(venue, instruments);
    const tickers: MarketTicker[] = [];
    const unreadable: MarketReference[] = [];
    for (const instrument of instruments) {
      const { symbol, coin } = instrument;
      const reference = { venue: venue.id, symbol };
      const { name } = venue.tickers.groupOf(instrument);
      try {
        const ticker = (await this.#readings.get(keyOf(venue, name))?.tickers)?.get(coin);
        if (ticker !== undefined) tickers.push({ ...ticker, ...reference });
      } catch (error) {
        if (!(error instanceof VenueUnreadableError)) throw error;
        unreadable.push(reference);
      }
    }
    return { tickers, unreadable };
  }

  /** Reads the groups without a fresh enough answer. A failure is cached as long: a venue that is down is not asked more. */
  #readMissing(venue: MarketDataVenue, instruments: readonly Named[]): void {
    const nowMs = this.clock.nowMs();
    const groups = new Map(
      instruments.map((instrument) => venue.tickers.groupOf(instrument)).map(({ name, maxAgeMs }) => [name, maxAgeMs]),
    );
    const missing = [...groups].flatMap(([name, maxAgeMs]) => {
      const readAtMs = this.#readings.get(keyOf(venue, name))?.readAtMs ?? Number.NEGATIVE_INFINITY;
      return nowMs - readAtMs < maxAgeMs ? [] : [name];
    });
    const { groupsMax } = venue.tickers;
    for (let first = 0; first < missing.length; first += groupsMax) {
      const asked = missing.slice(first, first + groupsMax);
      const tickers = venue.tickers.read(asked, 'interactive');
      const reading: Reading = { readAtMs: nowMs, tickers };
      tickers.then(
        (found) => {
          for (const { atMs } of found.values()) reading.readAtMs = Math.min(reading.readAtMs, atMs);
        },
        // Those who wait for it receive the error; nobody has to wait.
        () => undefined,
      );
      for (const name of asked) this.#readings.set(keyOf(venue, name), reading);
    }
  }
}

const NOTHING: FoundTickers = { tickers: [], unreadable: [] };

function keyOf({ id }: MarketDataVenue, group: string): string {
  return `${id}/${group}`;
}
