// Why: docs/decisions/context/listings-and-tickers.md
import type { Clock } from '@platform/kit/clock';
import { type Instrument, type MarketDataVenue, type Ticker, VenueUnreadableError } from '@platform/venues/market-data';
import { LRUCache } from 'lru-cache';
import type { MarketReference } from './market.js';
import type { Markets } from './markets.js';

/** Answers of venues that are kept: a token of a searched venue is one by itself. */
const READINGS_MAX = 5_000;

/** What of a market says where its ticker is. */
type Named = Pick<Instrument, 'symbol' | 'coin' | 'builderDex'>;

/** A market's ticker. */
export interface MarketTicker extends Ticker, MarketReference {}

/** Tickers of several markets. */
export interface FoundTickers {
  readonly tickers: readonly MarketTicker[];
  /** The markets whose venue could not be read. */
  readonly unreadable: readonly MarketReference[];
}

/** A reading that is done or under way. */
interface Reading {
  /** How old it is: the venue may have given an answer that was asked for something else before. */
  readAtMs: number;
  readonly tickers: Promise<ReadonlyMap<string, Ticker>>;
}

/** The tickers of markets: however many ask, a venue is asked for each of its answers once in as long as the answer may be shown. */
export class Tickers {
  readonly #readings = new LRUCache<string, Reading>({ max: READINGS_MAX });

  constructor(
    private readonly venues: ReadonlyMap<string, MarketDataVenue>,
    private readonly markets: Pick<Markets, 'batch'>,
    private readonly clock: Clock,
  ) {}

  /** The tickers of the markets named, as far as their venues show them now. */
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

  /** A venue that is searched has one request a look-up, which its symbols need not: what they name need not exist. */
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

  /** Asks for the groups of which no answer is young enough. A failure is kept as long: a venue that is down is not asked more. */
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
        // Those who wait for it are told; nobody needs to wait.
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
