import type { Report } from '../../report.js';
import type { Measured } from '../measured.js';
import { POPULATION } from '../mix.js';
import { MEMORY_FOR_BOTS, SHARED_BY_SERVICES, SUBSCRIPTIONS_OF_FEEDS, sustained, weightOf } from './capacity.js';
import { type Demands, demandsOf, loadAtOne } from './demands.js';
import { PROCESSES } from './latencies.js';

/** Connections of bots to one feed (`services/runtime/src/feed/server.ts`). */
const CONNECTIONS_OF_A_FEED = 1_000;
const MEASURED = 'measured here';

/** Where a part is at its end. */
export interface Limit {
  readonly what: string;
  readonly capacity: number;
  /** What 1× takes of it, and what nobody takes. */
  readonly atOne: number;
  readonly idle: number;
  readonly unit: string;
  readonly source: string;
}

/** Returns the multiple of the load at which a limit is reached. */
export function reachedAt({ capacity, atOne, idle }: Limit): number {
  return atOne <= 0 ? Number.POSITIVE_INFINITY : (capacity - idle) / atOne;
}

/** Returns every limit, the first that is reached first. */
export function limitsOf(measured: Measured, demands: Demands = demandsOf(measured)): readonly Limit[] {
  const { machine, memoryMib, commitsPerSecond } = measured;
  const processor = (what: string, part: string, capacity: number): Limit => ({
    ...{ what, capacity, unit: 'cores', source: MEASURED },
    atOne: loadAtOne(`processor.${part}`, demands),
    idle: demands.idle[`processor.${part}`] ?? 0,
  });
  const bots = POPULATION.freqtradeBots + POPULATION.nautilusBots;
  const limits: readonly Limit[] = [
    ...PROCESSES.map((part) => processor(`one process of ${part}`, part, 1)),
    processor('one machine with MongoDB alone', 'mongod', machine.cores),
    processor('one machine with bots alone', 'bots', machine.cores),
    processor('one machine with backtests alone', 'workers', machine.cores),
    {
      what: 'memory of one machine with bots alone',
      capacity: machine.memoryMib * MEMORY_FOR_BOTS,
      ...{ atOne: memoryMib.single['bots'] ?? 0, idle: 0, unit: 'MiB' },
      source: `memory ${MEASURED}; ${MEMORY_FOR_BOTS} of it for bots is assumed`,
    },
    {
      what: 'writes of one primary',
      capacity: commitsPerSecond,
      atOne: loadAtOne('store.documents written', demands),
      idle: demands.idle['store.documents written'] ?? 0,
      ...{ unit: 'documents/s', source: `commits by majority from 50 clients, ${MEASURED}` },
    },
    ...SHARED_BY_SERVICES.map(
      ({ service, share }): Limit => ({
        what: `hyperliquid's weight of one address: share of ${service}`,
        capacity: sustained(share),
        atOne: weightOf(service, demands),
        idle: 0,
        ...{ unit: 'a minute', source: 'docs/decisions/venues/venue-folders-and-allowances.md' },
      }),
    ),
    {
      what: 'bots of one feed',
      ...{ capacity: CONNECTIONS_OF_A_FEED, atOne: bots, idle: 0, unit: 'connections' },
      source: 'services/runtime/src/feed/server.ts',
    },
  ];
  return limits.toSorted((one, other) => reachedAt(one) - reachedAt(other));
}

/** Returns the limits as a table. */
export function limitsReport(measured: Measured): Report {
  return {
    title: 'Where each part is at its end, the first first: one of each part, used fully',
    columns: ['limit', 'capacity', 'unit', '1× takes', 'reached at', 'source'],
    rows: limitsOf(measured).map((limit) => [
      limit.what,
      limit.capacity.toFixed(0),
      limit.unit,
      limit.atOne.toFixed(limit.atOne < 10 ? 3 : 0),
      Number.isFinite(reachedAt(limit)) ? `${reachedAt(limit).toFixed(0)}×` : 'takes none',
      limit.source,
    ]),
    notes: [
      `Feeds of all nodes behind one address share ${SUBSCRIPTIONS_OF_FEEDS} subscriptions at hyperliquid, whatever the load: they bound the`,
      "markets that bots follow, not the bots (venues/hyperliquid/runtime/open.ts). What operations take of the sandbox's parts is left out.",
    ],
  };
}
