import type { Clock } from '@platform/clock';
import { startRepeated } from '@platform/flows';
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
  const provisioned = [...frameworks].map((framework) => {
    const { id } = framework.describe();
    let attempts = 0;
    const run = async () => {
      attempts += 1;
      try {
        await framework.ensureReady();
        onReady();
        return 'done' as const;
      } catch (error) {
        logger.error({ err: error, framework: id, attempt: attempts }, 'framework could not be installed');
        return attempts < ATTEMPTS_MAX ? ('again' as const) : ('done' as const);
      }
    };
    return startRepeated({ name: `provisioning of ${id}`, intervalMs: RETRY_INTERVAL_MS, run }, clock, logger);
  });
  // An installation under way takes minutes: nobody waits for it.
  return {
    close: async () => {
      for (const { stop } of provisioned) stop();
    },
  };
}
