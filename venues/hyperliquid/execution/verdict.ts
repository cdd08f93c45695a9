import { z } from 'zod';
import type { SubmissionAnswer } from '../../native-actions/index.js';
import { type ExchangeAnswer, parseLosslessly } from '../client/index.js';
import { isRefusal } from '../codec/index.js';

const exchangeAnswer = z.union([
  z.looseObject({ status: z.literal('ok'), response: z.looseObject({ type: z.string() }) }),
  z.looseObject({ status: z.literal('err'), response: z.string() }),
]);
const withStatuses = z.looseObject({ data: z.looseObject({ statuses: z.array(z.unknown()).min(1) }) });
const failedStatus = z.looseObject({ error: z.unknown() });
const refusedStatus = z.looseObject({ error: z.string().refine(isRefusal) });

/** Returns the verdict in an answer of `POST /exchange`: refused only by a known verdict. Anything unclear is `unknown`. */
export function verdictOf(sent: ExchangeAnswer): SubmissionAnswer {
  if (sent.kind !== 'answered') return { kind: sent.kind, reason: sent.reason };
  const { status, text } = sent.answer;
  return status === 200 ? interpret(text) : unknown(`status ${status}`);
}

/** Interprets the venue's verdict: an action is refused when every part of it was refused, and accepted when some part was done. */
function interpret(text: string): SubmissionAnswer {
  let body: unknown;
  try {
    body = parseLosslessly(text);
  } catch {
    return unknown('answer is not JSON');
  }
  const parsed = exchangeAnswer.safeParse(body);
  if (!parsed.success) return unknown('answer is malformed');
  const answer = parsed.data;
  if (answer.status === 'err')
    return isRefusal(String(answer.response)) ? { kind: 'refused', answer } : unknown('err is not a known verdict');
  const { data } = withStatuses.safeParse(answer.response);
  const statuses = data?.data.statuses ?? [];
  if (statuses.length === 0 || !statuses.every((each) => failedStatus.safeParse(each).success))
    return { kind: 'accepted', answer };
  return statuses.every((each) => refusedStatus.safeParse(each).success)
    ? { kind: 'refused', answer }
    : unknown('an error is not a known verdict');
}

function unknown(reason: string): SubmissionAnswer {
  return { kind: 'unknown', reason };
}
