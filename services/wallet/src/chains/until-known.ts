import { setTimeout as pause } from 'node:timers/promises';
import { PlatformError } from '@platform/errors';
import type { Network } from '@platform/kit/networks';
import { BaseError } from 'viem';

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

/** Returns whether an error is a node's answer about an unknown block. */
export function isUnknownBlock(error: unknown): boolean {
  return error instanceof BaseError && /header not found|unknown block|missing trie node/i.test(error.message);
}
