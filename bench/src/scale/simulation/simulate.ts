import { Heap } from './heap.js';
import { SharedCores } from './shared-cores.js';

/** A part of the platform: some processes of a kind, that get jobs in turn. */
export interface Station {
  readonly name: string;
  /** The number of its processes. */
  readonly instances: number;
  /** How many jobs a process has in hand at once; others wait in the order of their arrival. */
  readonly jobsAtOnce: number;
  /** What takes longer lets others go on before it does; without it each job is done in one go. */
  readonly turnSeconds?: number;
}

/** The processor time that an operation takes of a station. */
export interface Visit {
  readonly station: string;
  readonly meanSeconds: number;
  /** Always the same; otherwise it is distributed exponentially. */
  readonly isConstant?: boolean;
}

/** Operations of one kind, which arrive at random (Poisson). */
export interface Work {
  readonly name: string;
  readonly perSecond: number;
  readonly visits: readonly Visit[];
  /** What an operation waits for beside processors. */
  readonly delaySeconds: (random: () => number) => number;
}

/** Stations on a machine, and the work that arrives there. */
export interface System {
  readonly cores: number;
  readonly stations: readonly Station[];
  readonly work: readonly Work[];
}

/** What was seen after the warm-up. */
export interface Outcome {
  /** How long operations took, by their kind: those that arrived and ended. */
  readonly latenciesSeconds: ReadonlyMap<string, readonly number[]>;
  /** Ended operations per second, by their kind. */
  readonly throughput: ReadonlyMap<string, number>;
  /** Processor seconds per second, by station. */
  readonly utilisation: ReadonlyMap<string, number>;
}

interface Job {
  readonly work: Work;
  readonly arrivedAt: number;
  step: number;
  place: Process | undefined;
  demand: number;
  /** What is left of it. */
  left: number;
}

interface Process {
  readonly station: Station;
  readonly waiting: Job[];
  underWay: number;
}

/** How long is simulated, and the numbers from 0 to 1 that it is made of. */
export interface Run {
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly random: () => number;
}

/** Simulates a system event by event, from an empty one on, and until all that has arrived has ended. */
export function simulate(system: System, run: Run): Outcome {
  return new Simulation(system, run).outcome();
}

class Simulation {
  readonly #arrivals = new Heap<Work>();
  readonly #delays = new Heap<Job>();
  readonly #cores: SharedCores<Job>;
  readonly #processes: ReadonlyMap<string, { readonly all: readonly Process[]; turn: number }>;
  readonly #latencies: ReadonlyMap<string, number[]>;
  readonly #ended: Map<string, number>;
  readonly #busy: Map<string, number>;
  /** When arrivals end. */
  readonly #end: number;

  constructor(
    system: System,
    private readonly run: Run,
  ) {
    this.#end = run.warmUpSeconds + run.seconds;
    this.#cores = new SharedCores(system.cores);
    this.#processes = new Map(system.stations.map((station) => [station.name, { all: processesOf(station), turn: 0 }]));
    this.#latencies = new Map(system.work.map(({ name }) => [name, []]));
    this.#ended = new Map(system.work.map(({ name }) => [name, 0]));
    this.#busy = new Map(system.stations.map(({ name }) => [name, 0]));
    for (const work of system.work) this.#plan(work, 0);
  }

  outcome(): Outcome {
    for (;;) {
      const next = [this.#arrivals.least, this.#delays.least, this.#cores.nextEndSeconds];
      const at = Math.min(...next);
      if (at === Number.POSITIVE_INFINITY) break;
      if (at === next[2]) this.#finishVisit(this.#cores.end(), at);
      else {
        this.#cores.passUntil(at);
        if (at === next[0]) this.#arrive(at);
        else this.#leave(this.#delays.take(), at);
      }
    }
    const perSecond = (counts: ReadonlyMap<string, number>) =>
      new Map([...counts].map(([name, count]) => [name, count / this.run.seconds]));
    return {
      latenciesSeconds: this.#latencies,
      throughput: perSecond(this.#ended),
      utilisation: perSecond(this.#busy),
    };
  }

  #plan(work: Work, now: number): void {
    const at = now + this.#exponential(1 / work.perSecond);
    if (at <= this.#end) this.#arrivals.add(at, work);
  }

  #arrive(now: number): void {
    const work = this.#arrivals.take();
    this.#plan(work, now);
    this.#visit({ work, arrivedAt: now, step: 0, place: undefined, demand: 0, left: 0 }, now);
  }

  #visit(job: Job, now: number): void {
    const visit = job.work.visits[job.step];
    if (visit === undefined) {
      this.#delays.add(now + job.work.delaySeconds(this.run.random), job);
      return;
    }
    const found = this.#processes.get(visit.station);
    const process = found?.all[found.turn % found.all.length];
    if (found === undefined || process === undefined) throw new Error(`there is no station ${visit.station}`);
    found.turn += 1;
    job.place = process;
    job.demand = visit.isConstant === true ? visit.meanSeconds : this.#exponential(visit.meanSeconds);
    job.left = job.demand;
    if (process.underWay < process.station.jobsAtOnce) this.#begin(job, process);
    else process.waiting.push(job);
  }

  #begin(job: Job, process: Process): void {
    process.underWay += 1;
    const turn = Math.min(job.left, process.station.turnSeconds ?? job.left);
    job.left -= turn;
    this.#cores.begin(turn, job);
  }

  #beginNext(process: Process): void {
    const next = process.waiting.shift();
    if (next !== undefined) this.#begin(next, process);
  }

  #finishVisit(job: Job, now: number): void {
    const process = job.place;
    if (process === undefined) throw new Error('a job ended nowhere');
    const { name } = process.station;
    process.underWay -= 1;
    if (job.left > 0) {
      process.waiting.push(job);
      this.#beginNext(process);
      return;
    }
    if (this.#isCounted(now)) this.#busy.set(name, (this.#busy.get(name) ?? 0) + job.demand);
    this.#beginNext(process);
    job.step += 1;
    this.#visit(job, now);
  }

  #leave({ work, arrivedAt }: Job, now: number): void {
    if (this.#isCounted(now)) this.#ended.set(work.name, (this.#ended.get(work.name) ?? 0) + 1);
    if (arrivedAt > this.run.warmUpSeconds) this.#latencies.get(work.name)?.push(now - arrivedAt);
  }

  #isCounted(now: number): boolean {
    return now > this.run.warmUpSeconds && now <= this.#end;
  }

  #exponential(mean: number): number {
    return -mean * Math.log(1 - this.run.random());
  }
}

function processesOf(station: Station): readonly Process[] {
  return Array.from({ length: station.instances }, () => ({ station, waiting: [], underWay: 0 }));
}
