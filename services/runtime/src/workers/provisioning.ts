import type { Clock } from '@platform/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/logging';
import type { Framework } from '../frameworks/framework.js';

const RETRY_INTERVAL_MS = 60_000;
const ATTEMPTS_MAX = 10;

/** Installs what frameworks need, in the background; `onReady` is called for each that can run backtests. */
export function startProvisioning(options: {
  frameworks: Iterable<Framework>;
  onReady: () => void;
  clock: Clock;
  logger: Logger;
}): Closeable {
  const { frameworks, onReady, clock, logger } = options;
  const stop = new AbortController();
  for (const framework of frameworks) void provision(framework);
  return { close: async () => stop.abort() };

  async function provision(framework: Framework): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX && !stop.signal.aborted; attempt += 1) {
      try {
        await framework.ensureReady();
        onReady();
        return;
      } catch (error) {
        logger.error({ err: error, framework: framework.describe().id, attempt }, 'framework could not be installed');
        await clock.sleep(RETRY_INTERVAL_MS, stop.signal).catch(() => {});
      }
    }
  }
}
