import { z } from 'zod';
import { isRefusal } from '../codec/index.js';
import type { Answer } from './answer.js';

/** The outcome of one order of an action, as far as the venue's answer shows it. */
export type Outcome =
  | { readonly kind: 'refused' | 'unknown' }
  | { readonly kind: 'placed'; readonly oid?: number; readonly rests?: boolean; readonly filled?: boolean };

const accepted = z.object({ status: z.literal('ok'), response: z.unknown() });
const refused = z.object({ status: z.literal('err'), response: z.string().refine(isRefusal) });
const orders = z.object({ data: z.object({ statuses: z.array(z.unknown()) }) });
const failed = z.object({ error: z.string() });
const ids = z.object({ oid: z.int() });
const placed = z.union([
  z.object({ resting: ids }).transform(({ resting: { oid } }) => ({ oid, rests: true })),
  z.object({ filled: ids }).transform(({ filled: { oid } }) => ({ oid, filled: true })),
]);

/** Returns the outcomes of the orders of an action, in their order. An answer that is not a verdict of the venue leaves them open. */
export function outcomesOf({ status, body }: Answer, count: number): Outcome[] {
  const all = (outcome: Outcome) => Array<Outcome>(count).fill(outcome);
  const answer = status === 200 ? jsonOrNothing(body) : undefined;
  if (refused.safeParse(answer).success) return all({ kind: 'refused' });
  const { data } = accepted.safeParse(answer);
  if (data === undefined) return all({ kind: 'unknown' });
  const statuses = orders.safeParse(data.response).data?.data.statuses;
  if (statuses === undefined) return all({ kind: 'placed' });
  // One error for all of them: a bad payload.
  return Array.from({ length: count }, (_, index) => outcomeOf(statuses[index] ?? statuses[0]));
}

function outcomeOf(status: unknown): Outcome {
  const error = failed.safeParse(status).data?.error;
  if (error !== undefined) return { kind: isRefusal(error) ? 'refused' : 'unknown' };
  return { kind: 'placed', ...placed.safeParse(status).data };
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
