import { performance } from 'node:perf_hooks';
import { monotonicMs } from '@platform/kit/clock';
import { Gauge } from 'prom-client';
import { registry } from './registry.js';

/** The sampling intervals of the event loop while it is busy and while it is idle: each sample wakes the process. */
const BUSY_INTERVAL_MS = 20;
const IDLE_INTERVAL_MS = 250;
/** The utilisation from which the event loop counts as busy. */
const BUSY_SHARE = 0.02;
const MICROSECONDS_PER_MS = 1_000;

/** A maximum that is reset by each reading. */
class Maximum {
  #ms = 0;

  constructor(name: string, help: string) {
    const take = () => {
      const seconds = this.#ms / 1_000;
      this.#ms = 0;
      return seconds;
    };
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        look();
        this.set(take());
      },
    });
  }

  note(ms: number): void {
    this.#ms = Math.max(this.#ms, ms);
  }
}

const delay = new Maximum(
  'nodejs_eventloop_delay_max_seconds',
  'Longest time for which the event loop was held up since this was last read; the machine may have been the reason.',
);
const work = new Maximum(
  'nodejs_eventloop_work_max_seconds',
  'Most processor time that the event loop took in one go since this was last read, while everything else had to wait.',
);

let last = { ...now(), dueAtMs: 0 };
let timer: NodeJS.Timeout | undefined;

/** Starts sampling the event loop. */
export function watchEventLoop(): void {
  if (timer === undefined) lookAgainIn(BUSY_INTERVAL_MS, now());
}

/** Stops sampling it. */
export function unwatchEventLoop(): void {
  clearTimeout(timer);
  timer = undefined;
}

function look(): void {
  if (timer === undefined) return;
  const looked = now();
  const lateMs = looked.atMs - last.dueAtMs;
  delay.note(lateMs);
  // A sample in time means no delay.
  work.note(Math.min(lateMs, looked.workedMs - last.workedMs));
  const { utilization } = performance.eventLoopUtilization(looked.utilization, last.utilization);
  clearTimeout(timer);
  lookAgainIn(utilization < BUSY_SHARE ? IDLE_INTERVAL_MS : BUSY_INTERVAL_MS, looked);
}

function lookAgainIn(intervalMs: number, looked: ReturnType<typeof now>): void {
  last = { ...looked, dueAtMs: looked.atMs + intervalMs };
  timer = setTimeout(look, intervalMs).unref();
}

function now() {
  const { user, system } = process.threadCpuUsage();
  return {
    atMs: monotonicMs(),
    workedMs: (user + system) / MICROSECONDS_PER_MS,
    utilization: performance.eventLoopUtilization(),
  };
}
