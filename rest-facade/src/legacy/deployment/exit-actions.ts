import { createHash } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { LegacySubmitExitActionDocument } from '../../generated/operations.js';
import type { Ask } from '../../routes/route.js';
import type { ExitAction } from './exit-plan.js';

/** What an exit did. */
export interface Done {
  readonly orders_cancelled: number;
  readonly positions_closed: number;
  readonly positions_left: number;
}

/** What the venue answers: one status per order or cancellation. */
const answered = z.object({
  response: z.object({ data: z.object({ statuses: z.array(z.unknown()) }) }),
});
const cancelled = z.literal('success');
const filled = z.object({ filled: z.object({ totalSz: z.string() }) });

/**
 * Sends the actions of an exit one after the other, each at most once under a key of its own: the same for the same call and the same
 * action. One that is refused keeps no other back; then the first refusal is thrown, with what was done in its details.
 */
export async function sendAll(
  actions: readonly ExitAction[],
  { venue, cause }: { readonly venue: string; readonly cause: readonly string[] },
  ask: Ask,
): Promise<Done> {
  let done: Done = { orders_cancelled: 0, positions_closed: 0, positions_left: 0 };
  const refusals: PlatformError[] = [];
  for (const each of actions) {
    const actionJson = JSON.stringify(each.action);
    const input = { venue, actionJson, idempotencyKey: keyOf([...cause, each.symbol, actionJson]) };
    try {
      const { submitExecution } = await ask(LegacySubmitExitActionDocument, { input });
      done = added(done, each, submitExecution.execution.resultJson);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      refusals.push(error);
    }
  }
  const [first] = refusals;
  if (first === undefined) return done;
  throw new PlatformError(first.code, { message: first.message, details: { ...Object(first.details), ...done } });
}

function keyOf(parts: readonly string[]): string {
  return `legacy-exit-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

function added(done: Done, each: ExitAction, resultJson: string | null): Done {
  const parsed = answered.safeParse(resultJson === null ? null : JSON.parse(resultJson));
  const statuses = parsed.success ? parsed.data.response.data.statuses : [];
  if (each.kind === 'cancel') {
    const count = statuses.filter((status) => cancelled.safeParse(status).success).length;
    return { ...done, orders_cancelled: done.orders_cancelled + count };
  }
  const fill = filled.safeParse(statuses[0]);
  const isClosed = fill.success && Number(fill.data.filled.totalSz) >= Number(each.size);
  return isClosed
    ? { ...done, positions_closed: done.positions_closed + 1 }
    : { ...done, positions_left: done.positions_left + 1 };
}
