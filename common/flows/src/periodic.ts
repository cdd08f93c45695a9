import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';

/** The interval and the name of periodic work. */
interface Rounds {
  /** For logs. */
  readonly name: string;
  /** From the end of one round to the start of the next; a function is called before each pause. */
  readonly intervalMs: number | (() => number);
  /** Whether the first round waits for the interval too. */
  readonly startsLater?: boolean;
}

/** Work that is repeated; it is safe in several processes at once. */
export interface PeriodicWork extends Rounds {
  run(): Promise<void>;
}

/** Work that is retried until it returns that it is done. */
export interface RepeatedWork extends Rounds {
  run(): Promise<'again' | 'done'>;
}

/** Repeats the work until closed; a failed round is logged, and the next one retries. Closing waits for the round under way. */
export function startPeriodic({ run, ...rounds }: PeriodicWork, clock: Clock, logger: Logger): Closeable {
  const again = async () => {
    await run();
    return 'again' as const;
  };
  return startRepeated({ ...rounds, run: again }, clock, logger);
}

/** Periodic work that is running. */
export interface RunningWork extends Closeable {
  /** Resolves when it is done or closed. */
  readonly ended: Promise<void>;
  /** Starts no further round, and does not wait for the current one. */
  stop(): void;
}

/** Repeats the work until it is done or closed. Closing waits for the round under way. */
export function startRepeated(work: RepeatedWork, clock: Clock, logger: Logger): RunningWork {
  const stopping = new AbortController();
  const ended = goRound(work, stopping.signal, clock, logger);
  const stop = () => stopping.abort();
  return {
    ended,
    stop,
    close: async () => {
      stop();
      await ended;
    },
  };
}

async function goRound(work: RepeatedWork, signal: AbortSignal, clock: Clock, logger: Logger): Promise<void> {
  const { name, intervalMs, startsLater = false, run } = work;
  // Aborted: the loop ends by its condition.
  const pause = () =>
    clock.sleep(typeof intervalMs === 'number' ? intervalMs : intervalMs(), signal).catch(() => undefined);
  if (startsLater) await pause();
  let failure: string | undefined;
  while (!signal.aborted) {
    try {
      if ((await run()) === 'done') return;
      failure = undefined;
    } catch (error) {
      // Logged once per new reason: while a chain is down, the reason is the same every round.
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== failure) logger.error({ err: error, worker: name }, 'a round failed');
      failure = reason;
    }
    await pause();
  }
}
