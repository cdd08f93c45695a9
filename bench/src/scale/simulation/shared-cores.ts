import { Heap } from './heap.js';

/** Jobs that all go on at one pace: what each has done is counted once, for all of them. */
class Level<Job> {
  readonly #ends = new Heap<Job>();
  /** The work that a job would have got that was there from the beginning. */
  #done = 0;
  pace = 0;

  get size(): number {
    return this.#ends.size;
  }

  add(work: number, job: Job): void {
    this.#ends.add(this.#done + work, job);
  }

  pass(seconds: number): void {
    this.#done += seconds * this.pace;
  }

  /** In how many seconds the next job ends at the present pace. */
  get untilNext(): number {
    if (this.size === 0 || this.pace === 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#ends.least - this.#done) / this.pace;
  }

  take(): Job {
    this.#done = Math.max(this.#done, this.#ends.least);
    return this.#ends.take();
  }
}

/**
 * The cores of a machine, shared in equal parts by the jobs that have work, each on one core at most. What is not urgent gets what the
 * urgent jobs leave, as processes with a lower priority do.
 */
export class SharedCores<Job> {
  readonly #urgent = new Level<Job>();
  readonly #other = new Level<Job>();
  #nowSeconds = 0;

  constructor(private readonly cores: number) {}

  /** When the next job ends, if no other begins. */
  get nextEndSeconds(): number {
    return this.#nowSeconds + Math.min(this.#urgent.untilNext, this.#other.untilNext);
  }

  /** Begins a job with so many seconds of work of one core. */
  begin(work: number, job: Job, isUrgent: boolean): void {
    (isUrgent ? this.#urgent : this.#other).add(work, job);
    this.#share();
  }

  /** Lets time pass until then; no job may end before. */
  passUntil(seconds: number): void {
    for (const level of [this.#urgent, this.#other]) level.pass(seconds - this.#nowSeconds);
    this.#nowSeconds = seconds;
  }

  /** Lets time pass until the next job ends, and returns it. */
  end(): Job {
    const level = this.#urgent.untilNext <= this.#other.untilNext ? this.#urgent : this.#other;
    this.passUntil(this.nextEndSeconds);
    const job = level.take();
    this.#share();
    return job;
  }

  #share(): void {
    this.#urgent.pace = paceOf(this.cores, this.#urgent.size);
    this.#other.pace = paceOf(Math.max(0, this.cores - this.#urgent.size), this.#other.size);
  }
}

function paceOf(cores: number, jobs: number): number {
  return jobs === 0 ? 0 : Math.min(1, cores / jobs);
}
