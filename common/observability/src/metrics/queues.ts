import type { Clock } from '@platform/kit/clock';
import { Gauge } from 'prom-client';
import { readWithTimeout } from './read-with-timeout.js';
import { registry } from './registry.js';

const labelNames = ['queue', 'status'] as const;
const registers = [registry];

/** The number of jobs that wait or are under way in one status. */
export interface QueueStatus {
  readonly status: string;
  readonly jobs: number;
  /** How many of them failed at their last try, and are retried; absent where they are not counted. */
  readonly failing?: number;
  /** When the oldest of them was made; absent where there is none. */
  readonly oldestAt?: Date | undefined;
}

/** A queue that is read when metrics are requested. */
interface ExposedQueue {
  readonly read: () => Promise<readonly QueueStatus[]>;
  readonly clock: Clock;
}

const queues = new Map<string, ExposedQueue>();
type QueueGauge = Gauge<'queue' | 'status'>;
let gauges: { jobs: QueueGauge; failing: QueueGauge; oldestAge: QueueGauge } | undefined;

/** Exposes depth, failures and age of a queue from now on; `read` returns every status, empty ones too. */
export function exposeQueue(name: string, read: () => Promise<readonly QueueStatus[]>, clock: Clock): void {
  gauges ??= {
    jobs: new Gauge({ name: 'queue_jobs', help: 'Jobs that wait or are under way.', labelNames, registers }),
    failing: new Gauge({
      name: 'queue_failing_jobs',
      help: 'Jobs that failed when they were last tried, and are tried again.',
      labelNames,
      registers,
    }),
    oldestAge: new Gauge({
      name: 'queue_oldest_job_age_seconds',
      help: 'Age of the oldest job; 0 where there is none.',
      labelNames,
      registers,
    }),
  };
  queues.set(name, { read, clock });
}

/** Reads every queue; one that can't be read is left out. */
export async function readQueues(): Promise<void> {
  if (gauges === undefined) return;
  gauges.jobs.reset();
  gauges.failing.reset();
  gauges.oldestAge.reset();
  await Promise.all([...queues].map(([name, queue]) => readQueue(name, queue)));
}

async function readQueue(queue: string, { read, clock }: ExposedQueue): Promise<void> {
  // A store that is down is seen by its own readiness check; here its queues are missing.
  const statuses = await readWithTimeout(read, []);
  for (const { status, jobs, failing, oldestAt } of statuses) {
    gauges?.jobs.set({ queue, status }, jobs);
    if (failing !== undefined) gauges?.failing.set({ queue, status }, failing);
    const ageMs = oldestAt === undefined ? 0 : Math.max(0, clock.nowMs() - oldestAt.getTime());
    gauges?.oldestAge.set({ queue, status }, ageMs / 1_000);
  }
}
