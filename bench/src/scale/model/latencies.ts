import { seededRandom } from '@platform/kit/sampling';
import type { Latencies, Measured } from '../measured.js';
import { KINDS, type Kind } from '../mix.js';
import { type Station, type System, simulate, type Visit, type Work } from '../simulation/simulate.js';
import type { Demands } from './demands.js';

/** Processes of one thread that works: a request of theirs waits for the one before. */
export const PROCESSES = ['edge', 'identity', 'wallet', 'context', 'runtime', 'execution', 'feed'] as const;
/** What operations pass through in this order; what is behind has as many threads as are needed. */
const PATH = ['generator', ...PROCESSES, 'mongod', 'sandbox', 'workers'];
/** What is there without a request: it takes its share of the cores. */
const OTHERS = ['bots', 'supervisor'];
/** The program that offers the load is one process too. */
const ONE_THREAD: ReadonlySet<string> = new Set(['generator', ...PROCESSES]);
/** Backtests that run at once on two cores (`BACKTEST_WORKERS`, unset). */
const SLOTS = 3;
/** Standing work comes in pieces of this size, and a process turns to its next request after so much: assumed. */
const PIECE_SECONDS = 0.005;
/** Less of a part than this is not to be told from what others have done meanwhile. */
const VISIT_SECONDS_MIN = 0.000_05;
/** What an operation takes beyond its fastest answers is done after them: the quantile that counts as fastest. */
const FASTEST = 0.1;
/** How much is simulated: so many steps, in runs as long as a stage was measured; where more happens, in shorter ones, but so long. */
const [STEPS, SECONDS_MIN, RUNS_MAX] = [800_000, 3, 20];
/** Of a stage's time, what passes before it counts: operations then arrive already. */
const WARM_UP = 1 / 12;

/** Where the load is carried. */
export interface Machines {
  readonly cores: number;
  /** How many processes each part has. */
  readonly instances: (part: string) => number;
}

/** The measured machine: one process of each. */
function oneMachine({ machine }: Measured): Machines {
  return { cores: machine.cores, instances: () => 1 };
}

/** Simulated latencies, in milliseconds and ascending, by kind. */
export type SimulatedLatencies = ReadonlyMap<Kind, readonly number[]>;

/**
 * Simulates latencies at multiples of the load. What processors do not explain at 1× (the disk, the venue, timers) is taken as it was
 * measured there, and is the same at any load.
 */
export class LatencyModel {
  readonly #explainedSeconds: ReadonlyMap<string, number>;

  constructor(
    private readonly measured: Measured,
    private readonly demands: Demands,
  ) {
    const load = { multiple: 1, machines: oneMachine(measured), delayOf: () => () => 0 };
    const latencies = simulateStages(systemOf(measured, demands, load), measured.single.offeredSeconds);
    this.#explainedSeconds = new Map([...latencies].map(([kind, all]) => [kind, meanOf(all)]));
  }

  /** Simulates a multiple of the load, on the measured machine unless others are given. */
  at(multiple: number, machines: Machines = oneMachine(this.measured)): SimulatedLatencies {
    const delayOf = (kind: Kind) =>
      remainder(this.measured.single.latencies[kind], this.#explainedSeconds.get(kind) ?? 0);
    const system = systemOf(this.measured, this.demands, { multiple, machines, delayOf });
    const latencies = simulateStages(system, this.measured.single.offeredSeconds);
    return new Map(KINDS.map((kind) => [kind, ascendingMs(latencies.get(kind) ?? [])]));
  }
}

/** Simulates stages as long as the measured ones, each with another seed; returns the latencies of all of them. */
function simulateStages(system: System, offeredSeconds: number): ReadonlyMap<string, readonly number[]> {
  const stepsPerSecond = system.work.reduce((sum, { perSecond, visits }) => sum + perSecond * (visits.length + 1), 0);
  const seconds = Math.max(SECONDS_MIN, Math.min(offeredSeconds, STEPS / stepsPerSecond));
  const runs = Math.min(RUNS_MAX, Math.ceil(STEPS / (stepsPerSecond * seconds)));
  const outcomes = Array.from({ length: runs }, (_, run) =>
    simulate(system, { warmUpSeconds: seconds * WARM_UP, seconds, random: seededRandom(run + 1) }),
  );
  return new Map(
    system.work.map(({ name }) => [name, outcomes.flatMap((outcome) => outcome.latenciesSeconds.get(name) ?? [])]),
  );
}

interface Load {
  readonly multiple: number;
  readonly machines: Machines;
  readonly delayOf: (kind: Kind) => (random: () => number) => number;
}

function systemOf(measured: Measured, demands: Demands, { multiple, machines, delayOf }: Load): System {
  const kinds = KINDS.filter((kind) => (demands.perSecond.get(kind) ?? 0) > 0);
  const operations = kinds.flatMap((kind): Work[] => {
    const perSecond = multiple * (demands.perSecond.get(kind) ?? 0);
    const visits = visitsOf(demands, kind);
    const total = visits.reduce((sum, { meanSeconds }) => sum + meanSeconds, 0);
    const before = Math.min(1, quantileMs(measured.single.latencies[kind], FASTEST) / 1_000 / total);
    return [
      { name: kind, perSecond, visits: scaled(visits, before), delaySeconds: delayOf(kind) },
      { name: `after ${kind}`, perSecond, visits: scaled(visits, 1 - before), delaySeconds: () => 0 },
    ];
  });
  const standing = [...PATH, ...OTHERS].map((part): Work => {
    const idle = (demands.idle[`processor.${part}`] ?? 0) * machines.instances(part);
    const busy = idle + multiple * (demands.standing[`processor.${part}`] ?? 0);
    const perSecond = Math.max(0, busy) / PIECE_SECONDS;
    return {
      name: `standing ${part}`,
      perSecond,
      visits: [{ station: part, meanSeconds: PIECE_SECONDS }],
      delaySeconds: () => 0,
    };
  });
  const stations = [...PATH, ...OTHERS].map((name): Station => {
    const jobsAtOnce = name === 'workers' ? SLOTS : ONE_THREAD.has(name) ? 1 : Number.POSITIVE_INFINITY;
    const turns = ONE_THREAD.has(name) ? { turnSeconds: PIECE_SECONDS } : {};
    return { name, instances: machines.instances(name), jobsAtOnce, ...turns };
  });
  return { cores: machines.cores, stations, work: [...operations, ...standing] };
}

function visitsOf({ perOperation }: Demands, kind: Kind): readonly Visit[] {
  return PATH.map((station): Visit => {
    const meanSeconds = perOperation.get(kind)?.[`processor.${station}`] ?? 0;
    // Each backtest of the mix is the same.
    return { station, meanSeconds, isConstant: station === 'workers' };
  }).filter(({ meanSeconds }) => meanSeconds >= VISIT_SECONDS_MIN);
}

function scaled(visits: readonly Visit[], factor: number): readonly Visit[] {
  return factor <= 0 ? [] : visits.map((visit) => ({ ...visit, meanSeconds: visit.meanSeconds * factor }));
}

/** What is measured at 1× beyond what processors take on average, drawn as it was distributed. */
function remainder(latencies: Latencies | undefined, explainedSeconds: number): (random: () => number) => number {
  return (random) => Math.max(0, quantileMs(latencies, random()) / 1_000 - explainedSeconds);
}

/** Returns a quantile of measured latencies, between two of them where none is exactly there; 0 where none was measured. */
export function quantileMs(latencies: Latencies | undefined, part: number): number {
  const all = latencies?.quantilesMs ?? [];
  const at = part * (all.length - 1);
  const [below = 0, above = 0] = [all[Math.floor(at)], all[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}

function ascendingMs(latenciesSeconds: readonly number[]): readonly number[] {
  return latenciesSeconds.map((seconds) => seconds * 1_000).toSorted((one, other) => one - other);
}
