import type { Clock } from '@platform/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/logging';

const SWEEP_INTERVAL_MS = 10 * 60_000;

/** Something that removes what is past its retention; safe to run in several processes at once. */
export interface Sweepable {
  sweep(): Promise<void>;
}

/** Sweeps every ten minutes until closed; a sweep that fails is logged and left to the next. */
export function startSweeper(parts: readonly Sweepable[], clock: Clock, logger: Logger): Closeable {
  const stop = new AbortController();
  const running = run();
  return {
    close: async () => {
      stop.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    while (await pause()) {
      for (const part of parts) {
        await part.sweep().catch((error: unknown) => logger.error({ err: error }, 'sweep failed'));
      }
    }
  }

  /** False once stopped. */
  async function pause(): Promise<boolean> {
    await clock.sleep(SWEEP_INTERVAL_MS, stop.signal).catch(() => {});
    return !stop.signal.aborted;
  }
}
