import { startPeriodic } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';

const SWEEP_INTERVAL_MS = 10 * 60_000;

/** A part that removes its expired records; safe to run in several processes at once. */
export interface Sweepable {
  sweep(): Promise<void>;
}

/** Sweeps every ten minutes until closed; a failed sweep is logged and left to the next. */
export function startSweeper(parts: readonly Sweepable[], clock: Clock, logger: Logger): Closeable {
  const run = async () => {
    for (const part of parts)
      await part.sweep().catch((error: unknown) => logger.error({ err: error }, 'sweep failed'));
  };
  return startPeriodic({ name: 'sweeper', intervalMs: SWEEP_INTERVAL_MS, startsLater: true, run }, clock, logger);
}
