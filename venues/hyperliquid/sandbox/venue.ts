import type { Clock } from '@platform/kit/clock';
import { type Journal, LaggingState } from '../../simulation/index.js';
import { Exchange } from './exchange/exchange.js';
import type { Network } from './exchange/signing.js';
import type { Market } from './market.js';
import { GeneratedMarket } from './model/generated.js';
import { BUILDER_DEXES, type BuilderDex, PERPETUALS } from './perpetuals.js';
import { RecordedMarket } from './recordings/recorded.js';
import { readRecordings } from './recordings/tables.js';
import { Store } from './store/store.js';

/** The shared parts of the handlers of requests and subscriptions. */
export interface Venue {
  readonly clock: Clock;
  /** The markets of the venue's own dex, by coin, in the order of their asset ids. */
  readonly markets: ReadonlyMap<string, Market>;
  /** The markets of each builder-deployed dex, by its name; none where recordings are served. */
  readonly builderMarkets: ReadonlyMap<string, ReadonlyMap<string, Market>>;
  readonly exchange: Exchange;
  /** Returns the node that answers a read: every second read of an account is answered by the lagging one, where there is one. */
  nodeFor(request: unknown): Venue;
}

/** Opens a venue on its durable state; see `HyperliquidOptions` for the rest. */
export async function openVenue(options: {
  readonly clock: Clock;
  readonly seed: number;
  readonly recordingsDirectory: string | undefined;
  readonly journal: Journal;
  readonly networks: readonly Network[];
  /** The delay of the lagging node; absent or 0: there is none. */
  readonly readLagMs?: number;
}): Promise<Venue> {
  const { clock, seed, recordingsDirectory, journal, networks, readLagMs = 0 } = options;
  const markets = await openMarkets(seed, recordingsDirectory);
  const exchange = new Exchange(clock, markets, new Store(journal), networks);
  const builderMarkets = openBuilderMarkets(seed, recordingsDirectory);
  const venue: Venue = { clock, markets, builderMarkets, exchange, nodeFor: () => venue };
  if (readLagMs === 0) return venue;
  const lagging = openLagging(venue, new LaggingState(journal, readLagMs, clock), behind(clock, readLagMs), networks);
  let reads = 0;
  const nodeFor = (request: unknown) => (isOfUser(request) && reads++ % 2 === 1 ? lagging() : venue);
  return { ...venue, nodeFor };
}

/** Opens the lagging node for a read; it is never written. */
function openLagging(venue: Venue, state: LaggingState, clock: Clock, networks: readonly Network[]): () => Venue {
  return () => {
    const exchange = new Exchange(clock, venue.markets, new Store(state.journal()), networks);
    const node: Venue = { ...venue, clock, exchange, nodeFor: () => node };
    return node;
  };
}

/** Returns the time of the newest state that a lagging node knows. */
function behind(clock: Clock, lagMs: number): Clock {
  const nowMs = () => clock.nowMs() - lagMs;
  return { nowMs, now: () => new Date(nowMs()), sleep: (...wait) => clock.sleep(...wait) };
}

function isOfUser(request: unknown): boolean {
  return typeof request === 'object' && request !== null && 'user' in request;
}

/** Opens the listed markets, generated; or, with a directory of recordings, those recorded there. */
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

function openBuilderMarkets(seed: number, recordingsDirectory: string | undefined): Venue['builderMarkets'] {
  const dexes = recordingsDirectory === undefined ? BUILDER_DEXES : [];
  const marketsOf = ({ perpetuals }: BuilderDex) => perpetuals.map((each) => new GeneratedMarket(seed, each));
  return new Map(dexes.map((dex) => [dex.name, byCoin(marketsOf(dex))]));
}

function byCoin(markets: readonly Market[]): ReadonlyMap<string, Market> {
  return new Map(markets.map((market) => [market.perpetual.coin, market]));
}

/** Returns the market of a coin of any dex. */
export function findMarket({ markets, builderMarkets }: Venue, coin: string): Market | undefined {
  const dex = coin.includes(':') ? builderMarkets.get(coin.slice(0, coin.indexOf(':'))) : markets;
  return dex?.get(coin);
}

/** Returns the markets of a dex; the venue's own has the empty name. Undefined: there is no such dex. */
export function marketsOfDex(
  { markets, builderMarkets }: Venue,
  dex: string | null | undefined,
): Venue['markets'] | undefined {
  return dex ? builderMarkets.get(dex) : markets;
}

/** Returns all dexes with their names, the venue's own first. */
export function allDexes({ markets, builderMarkets }: Venue): [string, Venue['markets']][] {
  return [['', markets], ...builderMarkets];
}
