import { performance } from 'node:perf_hooks';

const LOOK_INTERVAL_MS = 15_000;
/** A minute: the collection also drops the code of functions that nobody called, which the next request compiles anew. */
const QUIET_LOOKS = 4;
/** Busier than this, a process needs what it has, and whoever waits for an answer would wait for the collection too. */
const BUSY_SHARE = 0.1;
const GROWTH_BYTES = 8 * 1024 * 1024;

/**
 * What a start or a burst of work needed, V8 keeps until it is short of memory. Where Node was given --expose-gc, as for
 * many processes on one machine, an idle process gives it back.
 */
export function giveBackMemoryWhenIdle(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  let last = performance.eventLoopUtilization();
  let keptBytes = 0;
  let quietLooks = 0;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    quietLooks = utilization > BUSY_SHARE ? 0 : quietLooks + 1;
    // What the start needed is given back as soon as it is over.
    const quietLooksNeeded = keptBytes === 0 ? 1 : QUIET_LOOKS;
    if (quietLooks < quietLooksNeeded || process.memoryUsage().heapTotal < keptBytes + GROWTH_BYTES) return;
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    keptBytes = process.memoryUsage().heapTotal;
  };
  setInterval(look, LOOK_INTERVAL_MS).unref();
}
