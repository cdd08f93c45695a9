import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address } from 'viem';
import { READ_LAG_MS } from '../timing.js';
import type { VenueConnection } from '../venue/index.js';
import { positionSizes } from './exposure.js';
import type { Effect, Policy } from './policy.js';

/** The refusal of stops that have no position to close, in the venue's words for other orders. */
export const NOTHING_TO_CLOSE = 'Reduce only order would increase position.';
/** How long a bot's stop waits to be judged at most: it protects a position, so it is sent where the venue's reads take longer. */
const JUDGED_MS_MAX = 5_000;
const NEXT_LOOK_MS = 1_000;

/** Where positions are read. */
export interface StopParts {
  readonly account: Address;
  readonly policy: Policy;
  readonly venue: VenueConnection;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Returns whether an action places stops (or take-profits) alone, and there is no position that any of them would close. The position that
 * a bot believes in is older than its stop: where a read that can't lack it shows none, there is none. The venue takes such a stop, and
 * freqtrade, whose exit was reported as failed and filled later, believes in its position for as long as the stop rests.
 */
export async function closesNothing(effect: Effect, parts: StopParts): Promise<boolean> {
  if (effect.places.length === 0 || !effect.places.every(({ r, t }) => r && 'trigger' in t)) return false;
  const late = new AbortController();
  try {
    return await Promise.race([
      isWithoutPosition(effect, parts),
      parts.clock.sleep(JUDGED_MS_MAX, late.signal).then(() => false),
    ]);
  } finally {
    late.abort();
  }
}

/** What can't be read is no reason to refuse. */
async function isWithoutPosition(effect: Effect, parts: StopParts): Promise<boolean> {
  const { account: user, venue, clock, logger } = parts;
  const settledAtMs = clock.nowMs() + READ_LAG_MS;
  try {
    for (;;) {
      const { answer, sentAtMs } = await venue.recent({ type: 'clearinghouseState', user }, clock.nowMs());
      if (closes(effect, parts.policy, positionSizes(answer))) return false;
      if (sentAtMs >= settledAtMs) return true;
      await clock.sleep(Math.min(NEXT_LOOK_MS, settledAtMs - clock.nowMs()));
    }
  } catch (error) {
    logger.warn({ err: error }, 'positions could not be read: a stop is sent unjudged');
    return false;
  }
}

function closes({ places }: Effect, { assets }: Policy, sizes: Readonly<Record<string, bigint>>): boolean {
  return places.some(({ a, b }) => {
    const size = sizes[assets.get(a) ?? ''] ?? 0n;
    return b ? size < 0n : size > 0n;
  });
}
