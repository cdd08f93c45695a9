import { jsonIn, type WriteAnswer } from '../../http/index.js';
import type { SubmissionAnswer } from '../../native-actions/index.js';
import { hashOf, isRefusal, isSpeaking, resultCode, sentTransaction } from '../codec/index.js';

/**
 * Returns the verdict in the answer to a transaction. The venue's "success" says that it has the transaction, not that it was carried out:
 * what became of it is looked up. It is refused only by a known code.
 */
export function verdictOf(sent: WriteAnswer, actionHash: string): SubmissionAnswer {
  if (sent.kind !== 'answered') return { kind: sent.kind, reason: sent.reason };
  const { status, text } = sent.answer;
  if (!isSpeaking(status)) return unknown(`status ${status}`);
  const body = jsonIn(text);
  const { data: taken } = sentTransaction.safeParse(body);
  if (taken !== undefined)
    return hashOf(taken.tx_hash) === actionHash ? { kind: 'taken' } : unknown('answer names another transaction');
  const { data: refusal } = resultCode.safeParse(body);
  if (refusal === undefined) return unknown('answer is malformed');
  return isRefusal(refusal.code)
    ? { kind: 'refused', answer: refusal }
    : unknown(`code ${refusal.code} is not a known verdict`);
}

function unknown(reason: string): SubmissionAnswer {
  return { kind: 'unknown', reason };
}
