import { setTimeout as wait } from 'node:timers/promises';
import type { Latencies } from '../measured.js';
import { KINDS, type Kind } from '../mix.js';
import type { Arrival } from './arrivals.js';

/** The steps in which latencies are kept, of all operations. */
const QUANTILES = 40;

/** Does an operation; returns when it had ended, in milliseconds since the Unix epoch. Rejects where it failed. */
export type Operate = (arrival: Arrival) => Promise<number>;

/** An operation that was done. */
export interface Done {
  readonly arrival: Arrival;
  /** From the moment at which it was to arrive; undefined: it failed. */
  readonly tookMs: number | undefined;
}

/** Begins each operation when it is to arrive, however many are under way; returns them once all have ended. */
export async function offer(
  arrivals: readonly Arrival[],
  operate: Operate,
  failures: string[],
): Promise<readonly Done[]> {
  const startedAtMs = performance.now();
  const startedAtEpochMs = performance.timeOrigin + startedAtMs;
  const all: Promise<Done>[] = [];
  for (const arrival of arrivals) {
    const aheadMs = startedAtMs + arrival.atMs - performance.now();
    if (aheadMs > 0) await wait(aheadMs);
    const done = operate(arrival).then(
      (endedAtMs): Done => ({ arrival, tookMs: Math.max(0, endedAtMs - startedAtEpochMs - arrival.atMs) }),
      (error: unknown): Done => {
        failures.push(`${arrival.kind}: ${error instanceof Error ? error.message : String(error)}`);
        return { arrival, tookMs: undefined };
      },
    );
    all.push(done);
  }
  return Promise.all(all);
}

/** Sums up how long operations took that arrived from a moment on, by their kind. */
export function latenciesOf(done: readonly Done[], fromMs: number): Partial<Record<Kind, Latencies>> {
  const found = KINDS.flatMap((kind): [Kind, Latencies][] => {
    const own = done.filter(({ arrival }) => arrival.kind === kind && arrival.atMs >= fromMs);
    const times = own
      .flatMap(({ tookMs }) => (tookMs === undefined ? [] : [tookMs]))
      .toSorted((one, other) => one - other);
    if (own.length === 0) return [];
    const quantilesMs = Array.from({ length: QUANTILES + 1 }, (_, step) => {
      const time = times[Math.round((step / QUANTILES) * (times.length - 1))] ?? 0;
      return Math.round(time * 10) / 10;
    });
    return [[kind, { arrivals: own.length, answered: times.length, failed: own.length - times.length, quantilesMs }]];
  });
  return Object.fromEntries(found);
}
