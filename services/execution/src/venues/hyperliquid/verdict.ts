import { type ExchangeAnswer, parseLosslessly } from '@platform/venue-client-hyperliquid';
import { z } from 'zod';
import type { SubmissionAnswer } from '../venue.js';

const exchangeAnswer = z.union([
  z.looseObject({ status: z.literal('ok'), response: z.looseObject({ type: z.string() }) }),
  z.looseObject({ status: z.literal('err'), response: z.string() }),
]);
const withStatuses = z.looseObject({ data: z.looseObject({ statuses: z.array(z.unknown()).min(1) }) });
const failedStatus = z.looseObject({ error: z.unknown() });

/** What an answer of `POST /exchange` says of the action. Whatever isn't clearly the venue's verdict is `unknown`. */
export function verdictOf(sent: ExchangeAnswer): SubmissionAnswer {
  if (sent.kind !== 'answered') return { kind: sent.kind, reason: sent.reason };
  const { status, text } = sent.answer;
  return status === 200 ? interpret(text) : unknown(`status ${status}`);
}

/** The venue's verdict: an action whose every part failed is refused, one of which something was done is accepted. */
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
  if (answer.status === 'err') {
    // The nonce is this action's alone: whoever used it was this action.
    if (/duplicate nonce/i.test(String(answer.response))) return unknown('nonce was used before');
    return { kind: 'refused', answer };
  }
  const statuses = withStatuses.safeParse(answer.response);
  const hasFailed =
    statuses.success && statuses.data.data.statuses.every((each) => failedStatus.safeParse(each).success);
  return { kind: hasFailed ? 'refused' : 'accepted', answer };
}

function unknown(reason: string): SubmissionAnswer {
  return { kind: 'unknown', reason };
}
