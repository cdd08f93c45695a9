import type { SubmissionIdentity } from '@platform/venues/native-actions';
import type { ExecutionRecord } from './model.js';
import type { ExecutionEffect, ExecutionEvent } from './states.js';

/** An event with its data. */
export type Move =
  | { readonly event: 'signed'; readonly identity: SubmissionIdentity }
  | { readonly event: 'accepted' | 'refused'; readonly resultJson: string }
  | { readonly event: Exclude<ExecutionEvent, 'signed' | 'accepted' | 'refused'> };

/** The fields that each effect writes. */
const writes: {
  readonly [Name in ExecutionEffect]: (move: Move, now: Date) => Partial<ExecutionRecord>;
} = {
  record_identity: (move) => ('identity' in move ? { identity: move.identity } : {}),
  record_result: (move) => ('resultJson' in move ? { resultJson: move.resultJson } : {}),
  record_unseen: (_move, now) => ({ unseenAt: now }),
  stamp_finished: (_move, now) => ({ finishedAt: now }),
};

/** Returns the fields that a transition's effects write. */
export function writtenBy(effects: readonly ExecutionEffect[], move: Move, now: Date): Partial<ExecutionRecord> {
  return Object.assign({}, ...effects.map((effect) => writes[effect](move, now)));
}
