import { Histogram } from 'prom-client';
import { registry } from './registry.js';

/** Few, since each is one series per label set: below a hop, a request, a page, a slow part, a deadline. */
const BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.5, 2, 10];

/**
 * Measures how long something takes, by labels from a bounded set: never an id, never a caller's text. Its count gives the rate. The name
 * ends in `_seconds`.
 */
export class Durations<Label extends string> {
  readonly #histogram: Histogram<Label>;

  constructor(name: string, help: string, labelNames: readonly Label[]) {
    this.#histogram = new Histogram({ name, help, labelNames, buckets: BUCKETS_SECONDS, registers: [registry] });
  }

  /** Records one duration. */
  observe(labels: Readonly<Record<Label, string | number>>, durationMs: number): void {
    this.#histogram.observe(labels, durationMs / 1_000);
  }
}
