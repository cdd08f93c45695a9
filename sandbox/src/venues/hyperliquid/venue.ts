import type { Clock } from '@platform/clock';
import { Exchange } from './exchange/exchange.js';
import type { Network } from './exchange/signing.js';
import type { Market } from './market.js';
import { GeneratedMarket } from './model/generated.js';
import { PERPETUALS } from './perpetuals.js';
import { RecordedMarket } from './recordings/recorded.js';
import { readRecordings } from './recordings/tables.js';
import type { Journal } from './store/journal.js';
import { Store } from './store/store.js';

/** What the handlers of requests and subscriptions share. */
export interface Venue {
  readonly clock: Clock;
  /** By coin, in the order of their asset ids. */
  readonly markets: ReadonlyMap<string, Market>;
  readonly exchange: Exchange;
}

/** Opens a venue on its durable state; see `HyperliquidOptions` for the rest. */
export async function openVenue(options: {
  readonly clock: Clock;
  readonly seed: number;
  readonly recordingsDirectory: string | undefined;
  readonly journal: Journal;
  readonly networks: readonly Network[];
}): Promise<Venue> {
  const { clock, seed, recordingsDirectory, journal, networks } = options;
  const markets = await openMarkets(seed, recordingsDirectory);
  return { clock, markets, exchange: new Exchange(clock, markets, new Store(journal), networks) };
}

/** The listed markets, generated; or, with a directory of recordings, those recorded there. */
async function openMarkets(seed: number, recordingsDirectory: string | undefined): Promise<Venue['markets']> {
  const generated = PERPETUALS.map((perpetual) => new GeneratedMarket(seed, perpetual));
  if (recordingsDirectory === undefined) return byCoin(generated);
  const recordings = await readRecordings(recordingsDirectory);
  const recorded = generated.flatMap((market) => {
    const tables = recordings.get(market.perpetual.coin);
    return tables === undefined ? [] : [new RecordedMarket(market, tables)];
  });
  return byCoin(recorded);
}

function byCoin(markets: readonly Market[]): ReadonlyMap<string, Market> {
  return new Map(markets.map((market) => [market.perpetual.coin, market]));
}
