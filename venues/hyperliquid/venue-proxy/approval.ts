import type { Clock } from '@platform/kit/clock';
import { outcomesOf } from './outcome.js';
import type { VenueConnection } from './venue.js';

const LOOKS_MAX = 5;
const LOOK_INTERVAL_MS = 1_000;

/**
 * Sends an approval once. After an answer without a verdict it is looked up, for as long as reads may lag, whether the venue accepted it.
 * Throws when the venue did not accept it.
 */
export async function approve(
  venue: VenueConnection,
  clock: Clock,
  approval: { readonly what: string; readonly json: string; readonly isThere: () => Promise<boolean> },
): Promise<void> {
  const answer = await venue.exchange(approval.json);
  const [outcome] = outcomesOf(answer, 1);
  if (outcome?.kind === 'placed') return;
  for (let look = 0; outcome?.kind === 'unknown' && look < LOOKS_MAX; look += 1) {
    await clock.sleep(LOOK_INTERVAL_MS);
    if (await approval.isThere()) return;
  }
  throw new Error(`the venue did not accept the ${approval.what}: ${answer.status} ${answer.body}`);
}
