import type { Clock } from '@platform/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/logging';

/** Something that is done again and again. */
export interface PeriodicWork {
  readonly name: string;
  /** From the end of one round to the start of the next. */
  readonly intervalMs: number;
  run(): Promise<void>;
}

/** Does the work until closed, at once for the first time; a round that fails is logged and left to the next. */
export function startPeriodic({ name, intervalMs, run }: PeriodicWork, clock: Clock, logger: Logger): Closeable {
  const stop = new AbortController();
  const running = loop();
  return {
    close: async () => {
      stop.abort();
      await running;
    },
  };

  async function loop(): Promise<void> {
    let failure: string | undefined;
    while (!stop.signal.aborted) {
      try {
        await run();
        failure = undefined;
      } catch (error) {
        // Said once for each new reason: while a chain is down it is the same every round.
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== failure) logger.error({ err: error, worker: name }, 'a round failed');
        failure = reason;
      }
      // Aborted: the loop ends by its condition.
      await clock.sleep(intervalMs, stop.signal).catch(() => undefined);
    }
  }
}
