import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { startPeriodic } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';

const LOOK_INTERVAL_MS = 15_000;
/** The process is busy above this share of an interval; it then is not paused. */
const QUIET_SHARE_MAX = 0.1;
/** A smaller growth is not worth the pause. */
const GROWTH_BYTES_MIN = 32 * 1024 ** 2;

/** The memory of a process, and its load. */
export interface ProcessMemory {
  /** The resident memory. */
  residentBytes(): number;
  /** The share of busy time since the last call, 0 to 1. */
  busyShare(): number;
  /** Collects all garbage and returns its memory to the system. */
  collectGarbage(): void;
}

/**
 * Returns to the system what whole tables took once the process is quiet: V8 would keep it for the next ones, which come in an hour.
 * The process pauses for about a fifth of a second.
 */
export function startReturningMemory(memory: ProcessMemory, clock: Clock, logger: Logger): Closeable {
  let leastBytes = memory.residentBytes();
  const look = async () => {
    const bytes = memory.residentBytes();
    leastBytes = Math.min(leastBytes, bytes);
    if (memory.busyShare() > QUIET_SHARE_MAX || bytes - leastBytes < GROWTH_BYTES_MIN) return;
    memory.collectGarbage();
    leastBytes = memory.residentBytes();
  };
  return startPeriodic({ name: 'memory', intervalMs: LOOK_INTERVAL_MS, startsLater: true, run: look }, clock, logger);
}

/** Returns this process's memory. Without Node's `--expose-gc` it returns nothing to the system. */
export function ownMemory(): ProcessMemory {
  let since: EventLoopUtilization = performance.eventLoopUtilization();
  return {
    residentBytes: () => process.memoryUsage.rss(),
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, since);
      since = now;
      return utilization;
    },
    collectGarbage: () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  };
}
