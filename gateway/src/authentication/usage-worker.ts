import { startPeriodic } from '@platform/flows/periodic';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { Authenticator } from './authenticator.js';
import type { UsageReports } from './usage-reports.js';

const INTERVAL_MS = 2_000;

/** Reports usage every two seconds, and all that is left when it is closed. */
export function startUsageWorker(
  authenticator: Authenticator,
  reports: UsageReports,
  clock: Clock,
  logger: Logger,
): Closeable {
  const run = async () => {
    authenticator.releaseStale();
    await reports.flush();
  };
  const work = startPeriodic({ name: 'usage', intervalMs: INTERVAL_MS, startsLater: true, run }, clock, logger);
  return {
    close: async () => {
      await work.close();
      authenticator.releaseAll();
      await reports.flush();
    },
  };
}
