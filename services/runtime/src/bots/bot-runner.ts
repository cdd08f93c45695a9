import type { ClosedTrade } from './frames.js';
import type { BotLogLine } from './log-file.js';
import type { Observation } from './observation.js';
import type { Workload, WorkloadBot } from './placement.js';

/** Where a bot is. */
export interface BotPlace {
  /** The process that it runs in, by its name. */
  readonly workloadId: string;
  readonly deploymentId: string;
}

/**
 * Where bots run: on this machine, or in a cluster. They outlive the service that places them, and everything here may be repeated: what is
 * asked for already is left as it is.
 */
export interface BotRunner {
  /**
   * Starts a bot, and the process that it runs in where that doesn't run; of one that runs, lets it open positions or not, as is wanted now.
   * Settles once it was told, which is before its strategy runs. Rejects where it can't be started, or while an earlier start of it runs.
   */
  place(workload: Workload, bot: WorkloadBot): Promise<void>;
  /** Returns what each process says of its bots that was placed and not removed, also once it has ended; or of one process. */
  observe(workloadId?: string): Promise<readonly Observation[]>;
  /** Asks a bot to stop; what it keeps stays for its next start. Settles once it was told, or runs no more. */
  stop(place: BotPlace): Promise<void>;
  /** Ends what runs of a bot, at once, and removes what it kept, logs too. Settles when nothing is left. */
  remove(place: BotPlace): Promise<void>;
  /** Returns the newest lines that a bot logged from an instant on, ascending. */
  logs(place: BotPlace, from: { readonly sinceNs: bigint; readonly limit: number }): Promise<readonly BotLogLine[]>;
  /** Returns trades that a bot has closed, from the n-th on that it told of since its start; at most a page of them. */
  closedTrades(place: BotPlace, from: number): Promise<readonly ClosedTrade[]>;
}
