// Why: docs/decisions/wallet/venue-withdrawals.md
import type { Departure } from './model.js';

/** Longer than the venue's ledger may lag behind its answers. */
const LEDGER_LAG_MS_MAX = 60_000;

/** The part of a departure that its fate is read from. */
type Answers = Pick<Departure, 'sendUntil' | 'acceptedAt' | 'refusedAt' | 'spentAt'>;

/** What to do about a departure that the venue's ledger doesn't show. */
export type NextStep = 'failed' | 'spend_nonce' | 'send' | 'wait';

/**
 * Returns the next step, after a look at the ledger at `now`. `nonceEndsAt`: from when on the venue refuses the nonce; undefined for a venue
 * whose look-ups tell of each withdrawal in the end.
 */
export function nextStep(departure: Answers, nonceEndsAt: Date | undefined, now: Date): NextStep {
  const { acceptedAt, refusedAt, spentAt, sendUntil } = departure;
  if (nonceEndsAt === undefined) return acceptedAt === undefined && now < sendUntil ? 'send' : 'wait';
  if (nonceEndsAt <= now || isRefusedForGood(departure, now)) return 'failed';
  if (spentAt !== undefined) return 'wait';
  if (refusedAt !== undefined || sendUntil <= now) return 'spend_nonce';
  return acceptedAt === undefined ? 'send' : 'wait';
}

/** The venue said that it did nothing, nothing can be done with the nonce any more, and its ledger had the time to show otherwise. */
function isRefusedForGood({ refusedAt, spentAt }: Answers, now: Date): boolean {
  if (refusedAt === undefined || spentAt === undefined) return false;
  return now.getTime() - spentAt.getTime() >= LEDGER_LAG_MS_MAX;
}
