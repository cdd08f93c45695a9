import type { Clock } from '@platform/kit/clock';
import { tableKinds } from '@platform/venues/market-data';
import type { Instruments } from '../markets/instruments.js';
import { marketOf } from '../markets/market.js';
import type { VenueMarkets } from '../markets/venue-markets.js';
import type { Releases, UnavailabilityReason } from '../releases/releases.js';
import type { Catalogue, TableProgress } from '../tables/catalogue.js';
import type { NamedMarket } from './store.js';

/** How far the history of a requested market is. */
export interface RequestState {
  readonly state: 'requested' | 'collecting' | 'ready' | 'refused';
  /** Why a refused one can't be backtested. */
  readonly reason?: UnavailabilityReason;
  /** Share of its history that is stored, 0 to 1; undefined before its first rows. */
  readonly progress?: number;
}

/** The dependencies of reading states. */
export interface StateParts {
  readonly venueMarkets: ReadonlyMap<string, VenueMarkets>;
  readonly instruments: Instruments;
  readonly catalogue: Catalogue;
  readonly releases: Releases;
  readonly clock: Clock;
}

/** Returns how far a market is, from what is stored and published: a request itself has no state that could differ from them. */
export async function stateOf({ venue, market, symbols }: NamedMarket, parts: StateParts): Promise<RequestState> {
  const { venueMarkets, instruments, catalogue, releases, clock } = parts;
  const [known, tables, ready = new Set<string>()] = await Promise.all([
    instruments.named(venue, symbols),
    catalogue.progressOf({ venue, symbols }),
    venueMarkets.get(venue)?.readiness.readyOf(symbols),
  ]);
  const progress = progressOf(tables, clock.nowMs());
  const told = progress === undefined ? {} : { progress };
  const isReady = (instrument: (typeof known)[number]) => marketOf(instrument, ready).backtestReady;
  if (known.some(isReady)) return { state: 'ready', progress: progress ?? 1 };
  if (known.some(({ prediction }) => prediction !== undefined && prediction.takerFees === undefined))
    return { state: 'refused', reason: 'unknown_fees', ...told };
  const isOver = tables.length > 0 && tables.every(({ collectedAt, dueAt }) => collectedAt !== null && dueAt === null);
  if (isOver && tables.every(({ first }) => first === undefined)) return { state: 'refused', reason: 'no_bars' };
  if (releases.isOf(venue)) {
    const latest = await releases.latest({ venue, market });
    if ('problem' in latest && latest.problem !== 'not_published')
      return { state: 'refused', reason: latest.problem, ...told };
  }
  return progress === undefined ? { state: 'requested' } : { state: 'collecting', progress };
}

function progressOf(tables: readonly TableProgress[], nowMs: number): number | undefined {
  if (tables.every(({ first, collectedAt }) => first === undefined && collectedAt === null)) return undefined;
  const shares = tables.map(({ table, first, last, collectedAt }) => {
    if (collectedAt !== null) return 1;
    if (first === undefined || last === undefined) return 0;
    const storedMs = last.toMs + tableKinds[table].intervalMs - first.fromMs;
    return Math.min(1, storedMs / Math.max(1, nowMs - first.fromMs));
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
