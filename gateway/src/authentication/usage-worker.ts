import type { Clock } from '@platform/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Authenticator } from './authenticator.js';
import type { UsageReports } from './usage-reports.js';

const INTERVAL_MS = 2_000;

/** Reports usage every two seconds, and all that is left when it is closed. */
export function startUsageWorker(authenticator: Authenticator, reports: UsageReports, clock: Clock): Closeable {
  const stopping = new AbortController();
  const running = run();
  return {
    close: async () => {
      stopping.abort();
      await running;
      authenticator.releaseAll();
      await reports.flush();
    },
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.sleep(INTERVAL_MS, stopping.signal).catch(() => undefined);
      authenticator.releaseStale();
      await reports.flush();
    }
  }
}
