import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuMsOf } from '../read/cpu.js';

const LOOK_INTERVAL_MS = 300;
/** A waiting process uses less than this between two polls. */
const IDLE_CPU_MS = 20;
const WARM_TIMEOUT_MS = 120_000;

/** Waits until a worker of the runtime has imported its framework and waits for a job. */
export async function untilWarm(runtimeProcessId: number): Promise<void> {
  const startedAtMs = performance.now();
  for (let before = Number.NaN; ; ) {
    const workers = descendantsOf(runtimeProcessId);
    const spentMs = await cpuOf(workers);
    if (workers.length > 0 && spentMs - before < IDLE_CPU_MS) return;
    if (performance.now() - startedAtMs > WARM_TIMEOUT_MS) throw new Error('no worker came to wait for a job');
    before = spentMs;
    await wait(LOOK_INTERVAL_MS);
  }
}

/** Ends the waiting worker, so that the next run has none. */
export async function endWaitingWorker(runtimeProcessId: number): Promise<void> {
  for (const id of descendantsOf(runtimeProcessId).toReversed()) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
  while (descendantsOf(runtimeProcessId).length > 0) await wait(LOOK_INTERVAL_MS);
}

/** Returns the processor time of these processes together; one that has ended meanwhile counts as 0. */
async function cpuOf(processIds: readonly number[]): Promise<number> {
  const spent = processIds.map((id) => cpuMsOf(new Map([['worker', id]])).catch(() => new Map<string, number>()));
  const each = (await Promise.all(spent)).flatMap((byName) => [...byName.values()]);
  return each.reduce((sum, spentMs) => sum + spentMs, 0);
}

/** Returns the children of a process, read synchronously: a process that its caller starts next is not among them. */
export function childrenOf(processId: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    // It has ended.
    return [];
  }
}

/** Returns the descendants of a process. */
export function descendantsOf(processId: number): readonly number[] {
  const children = childrenOf(processId);
  return [...children, ...children.flatMap(descendantsOf)];
}
