import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../quickstart/client.js';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const RATE_LIMITED = 429;
const SERVER_ERRORS = 500;
const NOT_IMPLEMENTED = 501;

/** How long failures may last, and the callback for the first one. */
export interface Patience {
  readonly lastsMs: number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Retries with a growing backoff while failures are temporary. Throws any other failure at once, and a temporary one when it has lasted for
 * too long.
 */
export async function patiently<Answer>(ask: () => Promise<Answer>, patience: Patience): Promise<Answer> {
  const untilMs = performance.now() + patience.lastsMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await ask();
    } catch (error) {
      const nextMs = retryAfterMs(error) ?? waitMs;
      if (!passes(error) || performance.now() + nextMs > untilMs) throw error;
      if (waitMs === FIRST_WAIT_MS) patience.onFailure(error);
      await wait(nextMs);
    }
  }
}

/** Returns whether the same request may succeed soon: fetch's error means that no answer came, or not all of it. */
function passes(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError;
  const { status } = error;
  return status === RATE_LIMITED || (status >= SERVER_ERRORS && status !== NOT_IMPLEMENTED);
}

function retryAfterMs(error: unknown): number | undefined {
  return error instanceof ApiError ? error.retryAfterMs : undefined;
}
