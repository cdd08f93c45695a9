import { Heap } from './heap.js';

/**
 * The cores of a machine, shared in equal parts by the jobs that have work, each on one core at most: all go on at one pace, so that what
 * each has done is counted once for all of them.
 */
export class SharedCores<Job> {
  readonly #ends = new Heap<Job>();
  /** The work that a job would have got that was there from the beginning. */
  #done = 0;
  #nowSeconds = 0;

  constructor(private readonly cores: number) {}

  /** When the next job ends, if no other begins. */
  get nextEndSeconds(): number {
    if (this.#ends.size === 0) return Number.POSITIVE_INFINITY;
    return this.#nowSeconds + Math.max(0, this.#ends.least - this.#done) / this.#pace;
  }

  /** Begins a job with so many seconds of work of one core. */
  begin(work: number, job: Job): void {
    this.#ends.add(this.#done + work, job);
  }

  /** Lets time pass until then; no job may end before. */
  passUntil(seconds: number): void {
    if (this.#ends.size > 0) this.#done += (seconds - this.#nowSeconds) * this.#pace;
    this.#nowSeconds = seconds;
  }

  /** Lets time pass until the next job ends, and returns it. */
  end(): Job {
    this.passUntil(this.nextEndSeconds);
    this.#done = Math.max(this.#done, this.#ends.least);
    return this.#ends.take();
  }

  get #pace(): number {
    return Math.min(1, this.cores / this.#ends.size);
  }
}
