import type { Clock } from '@platform/kit/clock';
import { isStoreUnavailable } from '@platform/store/mongo';

const RETRY_INTERVAL_MS = 500;
const ATTEMPTS_MAX = 60;

/**
 * Repeats a write that may be repeated while the store can't be reached, for half a minute of refusals at most: a restart
 * of the database must not cost a finished run. Any other error is thrown at once.
 */
export async function outlastOutage<Result>(clock: Clock, write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isStoreUnavailable(error)) throw error;
      await clock.sleep(RETRY_INTERVAL_MS);
    }
  }
}
