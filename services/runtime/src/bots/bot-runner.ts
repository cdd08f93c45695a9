import type { BotLogLine } from './log-file.js';
import type { Observation } from './observation.js';
import type { Placement } from './placement.js';

/** What is placed: all but where it runs and how it is found again, which the runner adds. */
export type Workload = Omit<Placement, 'nonce' | 'userId' | 'feedSocket'>;

/**
 * Where processes of bots run: on this machine, or in a cluster. They outlive the service that places them, and everything here may be
 * repeated: what is asked for already is left as it is.
 */
export interface BotRunner {
  /**
   * Starts a process of bots, unless it runs; of one that runs, each bot is let open positions or not, as is wanted now. Settles once it is
   * there, which is before its bots run. Rejects where it can't be started.
   */
  place(workload: Workload): Promise<void>;
  /** Returns what each process says of itself that was placed and not removed, also once it has ended. */
  observe(): Promise<readonly Observation[]>;
  /** Asks a process to stop; what it keeps stays for its next start. Settles once it was told, or runs no more. */
  stop(workloadId: string): Promise<void>;
  /** Ends what runs of it, at once, and removes what it kept, logs too. Settles when nothing is left. */
  remove(workloadId: string): Promise<void>;
  /** Returns the newest lines that a deployment logged from an instant on, ascending. */
  logs(
    workloadId: string,
    deploymentId: string,
    from: { readonly sinceNs: bigint; readonly limit: number },
  ): Promise<readonly BotLogLine[]>;
}
