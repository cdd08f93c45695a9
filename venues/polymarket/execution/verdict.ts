import { z } from 'zod';
import { jsonIn, type WriteAnswer } from '../../http/index.js';
import type { SubmissionAnswer } from '../../native-actions/index.js';
import { canceledOrders, clobRefusal, isRefusal, isRelayerRefusal, postedOrder, relayed } from '../codec/index.js';

const OK = 200;
const BAD_REQUEST = 400;
/** While the matching engine restarts nothing is taken, by the venue's documents. */
const RESTARTING = 425;
/** For two minutes after a restart the venue takes post-only orders and cancels alone, and says so by this code. */
const POST_ONLY = { status: 503, code: 'post_only_mode' } as const;
/** Statuses with which the venue's verdicts come; with others a proxy may speak. */
const SPEAKING = [OK, BAD_REQUEST, 401, 404, RESTARTING, POST_ONLY.status];
/** What the venue says of an order that it has taken, where it says more than its id. */
const TAKEN = z.enum(['live', 'matched', 'delayed', 'unmatched']).nullish();
const object = z.looseObject({});

/** Returns the verdict in the answer to a posted order: accepted only where it names this order, refused only by a known verdict. */
export function orderVerdictOf(sent: WriteAnswer, orderId: string): SubmissionAnswer {
  return verdictOf(sent, (body) => {
    const { data: posted } = postedOrder.safeParse(body);
    if (posted === undefined) return unknown('answer is malformed');
    if (posted.errorMsg) return refusedBy(posted.errorMsg, posted);
    if (!posted.success) return unknown('answer gives no reason');
    if (posted.orderID?.toLowerCase() !== orderId.toLowerCase()) return unknown('answer names another order');
    const { success: isKnown, data: status } = TAKEN.safeParse(posted.status?.toLowerCase());
    if (!isKnown) return unknown('answer has no known status');
    return { kind: 'accepted', answer: posted, ...(status === 'matched' && { settlement: status }) };
  });
}

/** Returns the verdict in the answer to a cancel: refused where nothing was canceled, each for a known reason. */
export function cancelVerdictOf(sent: WriteAnswer): SubmissionAnswer {
  return verdictOf(sent, (body) => {
    const { data: answer } = canceledOrders.safeParse(body);
    const { canceled, not_canceled } = answer ?? {};
    if (answer === undefined || (!canceled && !not_canceled)) return unknown('answer is malformed');
    const reasons = Object.values(not_canceled ?? {});
    if ((canceled ?? []).length > 0 || reasons.length === 0) return { kind: 'accepted', answer };
    return reasons.every(isRefusal) ? { kind: 'refused', answer } : unknown('a reason is not a known verdict');
  });
}

/** Returns the verdict in the relayer's answer to a batch: what it has taken, the chain shows later. */
export function batchVerdictOf(sent: WriteAnswer): SubmissionAnswer {
  if (sent.kind !== 'answered') return { kind: sent.kind, reason: sent.reason };
  const { status, text } = sent.answer;
  const body = jsonIn(text);
  if (status === OK && relayed.safeParse(body).success) return { kind: 'taken' };
  const { data: refusal } = clobRefusal.safeParse(body);
  if (status !== BAD_REQUEST || refusal === undefined) return unknown(`status ${status}`);
  return isRelayerRefusal(refusal.error)
    ? { kind: 'refused', answer: refusal }
    : unknown('the text is not a known verdict');
}

function verdictOf(sent: WriteAnswer, read: (body: unknown) => SubmissionAnswer): SubmissionAnswer {
  if (sent.kind !== 'answered') return { kind: sent.kind, reason: sent.reason };
  const { status, text } = sent.answer;
  if (!SPEAKING.includes(status)) return unknown(`status ${status}`);
  const body = jsonIn(text);
  if (status === RESTARTING) return { kind: 'refused', answer: { status, ...object.safeParse(body).data } };
  if (status === OK) return read(body);
  const { data: refusal } = clobRefusal.safeParse(body);
  if (refusal === undefined) return unknown(`status ${status}`);
  const isPostOnly = status === POST_ONLY.status && refusal.code === POST_ONLY.code;
  return isPostOnly ? { kind: 'refused', answer: refusal } : refusedBy(refusal.error, refusal);
}

function refusedBy(text: string, answer: Readonly<Record<string, unknown>>): SubmissionAnswer {
  return isRefusal(text) ? { kind: 'refused', answer } : unknown('the text is not a known verdict');
}

function unknown(reason: string): SubmissionAnswer {
  return { kind: 'unknown', reason };
}
