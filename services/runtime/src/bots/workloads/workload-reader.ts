import type { BotLogLine } from '../log-file.js';

/** A workload as it is asked for. */
export interface WorkloadQuery {
  readonly namespace: string;
  readonly kind: string;
  /** Labels that it has, at least one; no other one of its kind and namespace is to have all of them. */
  readonly labels: ReadonlyMap<string, string>;
  /** The container that logs; absent where it has one alone. */
  readonly container?: string;
}

/** What a workload does. `starting`: it is to run, and does not yet or not now. */
export type WorkloadStatus = 'starting' | 'running' | 'stopping' | 'stopped' | 'deleting';

/** A workload as it is now. */
export interface ObservedWorkload {
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  /** No other workload ever has it, under whatever name. */
  readonly uid: string;
  /** All that it has. */
  readonly labels: ReadonlyMap<string, string>;
  readonly status: WorkloadStatus;
  /** How often what runs of it now ended by itself and was started again; 0 where nothing runs. */
  readonly restarts: number;
  /** Since when what runs of it now was there; absent where nothing runs. */
  readonly startedAt?: Date;
  /** Returns the newest lines that what runs of it now logged from an instant on, ascending. Rejects as `observe` does. */
  readLogs(from: { readonly sinceNs: bigint; readonly limit: number }): Promise<readonly BotLogLine[]>;
}

/** Looks at workloads that the platform did not place, and changes nothing. */
export interface WorkloadReader {
  /** Returns the workload that is asked for; `several` where it isn't the only one. Rejects where it can't say: it never guesses. */
  observe(query: WorkloadQuery): Promise<ObservedWorkload | 'none' | 'several'>;
}

/** More was to be read than a reader reads. */
export class TooMuchToRead extends Error {
  override readonly name = 'TooMuchToRead';

  constructor(readonly bytesMax: number) {
    super(`the answer is longer than ${bytesMax} bytes`);
  }
}
