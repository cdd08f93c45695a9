import { setTimeout as pause } from 'node:timers/promises';
import { PlatformError } from '@platform/errors';
import type { Network } from '@platform/kit/networks';

/** The next answer may come from a node that has the block. */
const TRIES = 10;
const TRY_INTERVAL_MS = 50;

/**
 * Asks about a final block until a node that knows it answers; `undefined` means an answer from a node that doesn't. Throws
 * `wallet_upstream_unavailable` when none does.
 */
export async function untilKnown<Answer>(
  network: Network,
  question: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const answer = await question();
    if (answer !== undefined) return answer;
    await pause(TRY_INTERVAL_MS);
  }
  throw new PlatformError('wallet_upstream_unavailable', {
    details: { network },
    cause: new Error(`a final block was unknown in ${TRIES} answers`),
  });
}
