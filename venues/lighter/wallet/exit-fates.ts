// Why: docs/decisions/venues/lighter-exits.md
import type { Clock } from '@platform/kit/clock';
import { jsonIn, type WriteAnswer } from '../../http/index.js';
import type { WithdrawalAnswer } from '../../trading-accounts/index.js';
import type { LighterTrading } from '../client/index.js';
import { hashOf, isRefusal, isSpeaking, resultCode, TOO_MANY_REQUESTS, takenWithdrawal } from '../codec/index.js';
import { BEYOND_END_MS } from './claims.js';
import type { PlannedExit } from './exit-plans.js';
import { ofVenue } from './upstream.js';

/** Longer than the venue takes to show a transaction, even under load: one that it doesn't show then was not carried out. */
const SHOWN_WITHIN_MS = 10 * 60_000;

/** What transfers are looked up with. */
interface FateParts {
  readonly client: LighterTrading;
  readonly clock: Clock;
}

/** Returns what became of a planned transfer: it was made, or it was not and can't be any more; undefined while neither is sure. */
export async function fateOf(parts: FateParts, exit: PlannedExit): Promise<'made' | 'never' | undefined> {
  const { client } = parts;
  const { accountIndex, nonce } = exit.transfer;
  const shown = await ofVenue(client.transaction(exit.hash));
  if (shown === undefined) return unseenFate(parts, exit);
  const isIt = shown.hash === exit.hash && shown.accountIndex === accountIndex && BigInt(shown.nonce) === nonce;
  if (!isIt || shown.state === 'pending') return undefined;
  // What the sequencer says that it could not do is not done.
  if (shown.state === 'executed') return shown.error === undefined ? 'made' : 'never';
  // One that left its nonce unused might come again, from where it was delayed.
  const isOver = (await nextNonce(client, exit)) > nonce || (await beyondEndMs(parts, exit)) > BEYOND_END_MS;
  return isOver ? 'never' : undefined;
}

/** The venue doesn't show it: that decides once it could not take it any more. */
async function unseenFate(parts: FateParts, exit: PlannedExit): Promise<'never' | undefined> {
  const { client } = parts;
  const beyondMs = await beyondEndMs(parts, exit);
  if (beyondMs <= BEYOND_END_MS) return undefined;
  const next = await nextNonce(client, exit);
  // Once more, after its end: everything that the venue had done by then is seen.
  if ((await ofVenue(client.transaction(exit.hash))) !== undefined) return undefined;
  if (next === exit.transfer.nonce) return 'never';
  // The nonce is another transaction's: after its end the wallet gives it to the next one.
  return next > exit.transfer.nonce && beyondMs > SHOWN_WITHIN_MS ? 'never' : undefined;
}

/** Returns how long the venue has refused it by its own clock; nothing more is asked while it is too early by ours. */
async function beyondEndMs({ client, clock }: FateParts, { transfer }: PlannedExit): Promise<number> {
  const { expiredAt } = transfer;
  if (clock.nowMs() <= expiredAt) return 0;
  return (await ofVenue(client.timeMs())) - expiredAt;
}

async function nextNonce(client: LighterTrading, { transfer }: PlannedExit): Promise<bigint> {
  const { accountIndex, apiKeyIndex } = transfer;
  return BigInt(await ofVenue(client.nextNonce({ accountIndex, apiKeyIndex })));
}

/** What the answer to a transfer says: of a taken one no more than that it is looked up from now on. */
export function answerOf(sent: WriteAnswer, hash: string): WithdrawalAnswer {
  if (isUnsent(sent)) return 'unknown';
  const body = bodyOf(sent);
  const { data: taken } = takenWithdrawal.safeParse(body);
  if (taken !== undefined) return hashOf(taken.tx_hash ?? hash) === hash ? 'accepted' : 'unknown';
  const { data: refusal } = resultCode.safeParse(body);
  return refusal !== undefined && isRefusal(refusal.code) ? 'refused' : 'unknown';
}

/** Whether a transfer has not reached the venue, or found it without time for any: the same may be sent later. */
export function isUnsent(sent: WriteAnswer): boolean {
  if (sent.kind !== 'answered') return sent.kind === 'unsent';
  return resultCode.safeParse(bodyOf(sent)).data?.code === TOO_MANY_REQUESTS;
}

function bodyOf(sent: WriteAnswer): unknown {
  return sent.kind === 'answered' && isSpeaking(sent.answer.status) ? jsonIn(sent.answer.text) : undefined;
}
