import type { SubmissionIdentity } from '@platform/venues/native-actions';
import type { ExecutionRecord } from './model.js';
import type { ExecutionEffect, ExecutionEvent } from './states.js';

/** An event with what it brings. */
export type Move =
  | { readonly event: 'signed'; readonly identity: SubmissionIdentity }
  | { readonly event: 'accepted' | 'refused'; readonly resultJson: string }
  | { readonly event: Exclude<ExecutionEvent, 'signed' | 'accepted' | 'refused'> };

/** What each effect writes. */
const writes: {
  readonly [Name in ExecutionEffect]: (move: Move, now: Date) => Partial<ExecutionRecord>;
} = {
  record_identity: (move) => ('identity' in move ? { identity: move.identity } : {}),
  record_result: (move) => ('resultJson' in move ? { resultJson: move.resultJson } : {}),
  record_unseen: (_move, now) => ({ unseenAt: now }),
  stamp_finished: (_move, now) => ({ finishedAt: now }),
};

/** The fields that a transition's effects write. */
export function writtenBy(effects: readonly ExecutionEffect[], move: Move, now: Date): Partial<ExecutionRecord> {
  return Object.assign({}, ...effects.map((effect) => writes[effect](move, now)));
}
