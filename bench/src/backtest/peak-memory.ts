import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf, descendantsOf } from './workers.js';

const LOOK_INTERVAL_MS = 100;

/** Watches the peak memory of processes, until it is disposed of. */
export class PeakMemory implements AsyncDisposable {
  readonly #stopping = new AbortController();
  readonly #watched: Promise<void>;
  /** The peak of one of the processes. */
  processKib = 0;
  /** The peak of all of them together; a page that two share counts for both. */
  togetherKib = 0;

  private constructor(private readonly processes: () => readonly number[]) {
    this.#watched = this.#watch();
  }

  /** The workers of a runtime service. */
  static ofWorkers(runtimeProcessId: number): PeakMemory {
    return new PeakMemory(() => descendantsOf(runtimeProcessId));
  }

  /** The processes that this process starts from now on, with their descendants. */
  static ofNewChildren(): PeakMemory {
    const former = new Set(childrenOf(process.pid));
    return new PeakMemory(() =>
      childrenOf(process.pid)
        .filter((id) => !former.has(id))
        .flatMap((id) => [id, ...descendantsOf(id)]),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#watched;
  }

  async #watch(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const texts = this.processes().map((id) => readFile(`/proc/${id}/status`, 'utf8').catch(() => ''));
      const statuses = await Promise.all(texts);
      this.processKib = Math.max(this.processKib, ...statuses.map((text) => kibibytes(text, 'VmHWM')));
      const together = statuses.reduce((sum, text) => sum + kibibytes(text, 'VmRSS'), 0);
      this.togetherKib = Math.max(this.togetherKib, together);
      await wait(LOOK_INTERVAL_MS);
    }
  }
}

/** Returns a process's memory; none once it has ended. */
function kibibytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
}
