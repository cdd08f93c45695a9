import type { Worker } from './worker.js';

/**
 * Keeps at most one worker waiting, for as long as there is something to do and a while beyond.
 * Workers are single-use: one is taken, never returned.
 */
export class WarmPool {
  readonly #start: () => Worker;
  readonly #maximumWorkers: number;
  readonly #idleTimeoutMs: number;
  readonly #running = new Set<Worker>();
  #idle: Worker | null = null;
  #retirement: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(start: () => Worker, options: { maximumWorkers: number; idleTimeoutMs: number }) {
    this.#start = start;
    this.#maximumWorkers = options.maximumWorkers;
    this.#idleTimeoutMs = options.idleTimeoutMs;
  }

  /** Starts a worker ahead of a job that is likely to come, and postpones the end of the waiting one. */
  warm(): void {
    if (this.#closed) return;
    clearTimeout(this.#retirement);
    this.#retirement = setTimeout(() => void this.#retire(), this.#idleTimeoutMs);
    this.#retirement.unref();
    if (this.#idle !== null || this.#running.size >= this.#maximumWorkers) return;
    const worker = this.#start();
    this.#idle = worker;
    void worker.ended.then(() => {
      if (this.#idle === worker) this.#idle = null;
    });
  }

  /** Uses the waiting worker, or a new one, for one run; meanwhile the next is started. */
  async use<Result>(run: (worker: Worker) => Promise<Result>): Promise<Result> {
    if (this.#closed) throw new Error('the framework is closed');
    const worker = this.#idle ?? this.#start();
    this.#idle = null;
    this.#running.add(worker);
    this.warm();
    try {
      return await run(worker);
    } finally {
      this.#running.delete(worker);
      this.warm();
    }
  }

  /** Ends every worker, waiting or running, and waits until none of their processes is left. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retirement);
    await Promise.all([this.#retire(), ...[...this.#running].map((worker) => worker.stop())]);
  }

  async #retire(): Promise<void> {
    const worker = this.#idle;
    this.#idle = null;
    await worker?.stop();
  }
}
