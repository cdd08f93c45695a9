// Why: docs/decisions/execution/executions.md
import { PlatformError } from '@platform/errors';
import { killPoint } from '@platform/kit/kill-points';
import type { Logger } from '@platform/observability/logging';
import type { ExecutionVenue, SignedAction, SubmissionAnswer } from '@platform/venues/native-actions';
import { refusedResult } from '../results/sanitize.js';
import type { ExecutionRecord } from './model.js';
import { acceptedMove, type Move } from './moves.js';
import type { ExecutionStore, HeldExecution } from './store.js';

/**
 * Sends a signed action and records the result. It sends only after the action's identity is durable and while the claim is still held.
 * This is the only place that sends; an action that never left the process is released, as if never requested. Throws `execution_provider_unavailable` when the claim was lost: the signature is dropped.
 */
export async function sendOnce(
  { store, logger }: { readonly store: ExecutionStore; readonly logger: Logger },
  claimed: HeldExecution,
  signed: SignedAction,
  venue: ExecutionVenue,
): Promise<{ record: ExecutionRecord; answer: SubmissionAnswer }> {
  killPoint('order.after_sign');
  const submitting = await store.move(claimed, { event: 'signed', identity: signed.identity });
  if (submitting === undefined) throw new PlatformError('execution_provider_unavailable');
  killPoint('order.after_identity');
  const answer = await signed.send();
  killPoint('order.after_submit');
  if ('reason' in answer)
    logger.warn(
      { execution: submitting.record._id, kind: answer.kind, reason: answer.reason },
      'the venue did not answer',
    );
  const settled = await store.move(submitting, moveOf(answer, venue));
  killPoint('order.after_answer');
  // The reconciler took over meanwhile; it looks up the outcome.
  return { record: (settled ?? submitting).record, answer };
}

function moveOf(answer: SubmissionAnswer, venue: ExecutionVenue): Move {
  switch (answer.kind) {
    case 'accepted':
      return acceptedMove(venue, answer);
    case 'refused':
      return { event: 'refused', resultJson: refusedResult(answer.answer) };
    case 'taken':
    case 'unknown':
      return { event: 'left_unknown' };
    case 'unsent':
      return { event: 'released' };
  }
}
