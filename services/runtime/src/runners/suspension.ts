import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessTree, standsStill } from './usage.js';

/** A tree that forks is read again until all of it stands still; each pass leaves fewer that could fork. */
const LOOKS_MAX = 20;
/** A process stops when it next has a processor, and one that waits for its disk after that: in the end it does. */
const STOPPED_TRIES_MAX = 200;
const TRY_INTERVAL_MS = 5;

/**
 * Pauses and resumes all processes of a sandbox except its outermost one, which has to notice when the others end,
 * and dies with the service, and with it they do, stopped or not.
 */
export class Suspension {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly outermostId: number) {}

  /**
   * Settles when the processes stand still, or go on; rejects where they can't be made to. One call is carried out after the other,
   * whatever became of that.
   */
  set(isPaused: boolean): Promise<void> {
    const set = this.#last.then(() => (isPaused ? this.#stop() : this.#continue()));
    this.#last = set.catch(() => {});
    return set;
  }

  async #stop(): Promise<void> {
    const told = new Set<number>();
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      // Until then one may still start another, which this pass would miss.
      await untilStopped(told);
      const running = (await this.#inside()).filter((processId) => !told.has(processId));
      if (running.length === 0) return;
      for (const processId of running) {
        signalIfRunning(processId, 'SIGSTOP');
        told.add(processId);
      }
    }
    throw new Error(`a run could not be paused: after ${LOOKS_MAX} looks it still started processes`);
  }

  async #continue(): Promise<void> {
    for (const processId of await this.#inside()) signalIfRunning(processId, 'SIGCONT');
  }

  async #inside(): Promise<number[]> {
    return (await readProcessTree(this.outermostId)).filter((processId) => processId !== this.outermostId);
  }
}

async function untilStopped(processIds: ReadonlySet<number>): Promise<void> {
  for (let tries = 0; tries < STOPPED_TRIES_MAX; tries += 1) {
    const still = await Promise.all([...processIds].map(standsStill));
    if (still.every(Boolean)) return;
    await sleep(TRY_INTERVAL_MS);
  }
}

/** Sends a signal to a process; one that has ended is ignored. */
export function signalIfRunning(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch (error) {
    const ended = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';
    if (!ended) throw error;
  }
}
