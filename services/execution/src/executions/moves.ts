import { releaseLease } from '@platform/leases';
import type { SubmissionIdentity } from './model.js';
import type { Effect, ExecutionEvent, Transition } from './states.js';

/** An event with what it brings. */
export type Move =
  | { readonly event: 'signed'; readonly identity: SubmissionIdentity }
  | { readonly event: 'accepted' | 'refused'; readonly resultJson: string }
  | { readonly event: 'undecided'; readonly lookUpAt: Date }
  | { readonly event: Exclude<ExecutionEvent, 'signed' | 'accepted' | 'refused' | 'undecided'> };

type Payload = {
  readonly event: string;
  readonly identity?: SubmissionIdentity;
  readonly resultJson?: string;
  readonly lookUpAt?: Date;
};

/** What each effect sets; `$literal` keeps a text that starts with a dollar from being read as an expression. */
const changes: { readonly [Name in Effect]: (payload: Payload, now: Date) => object } = {
  record_identity: ({ identity }) => ({ identity: { $literal: identity } }),
  record_result: ({ resultJson }) => ({ resultJson: { $literal: resultJson } }),
  stamp_finished: (_payload, now) => ({ finishedAt: now }),
  schedule_look_up: ({ lookUpAt }, now) => ({ lookUpAt: lookUpAt ?? now, lookUps: { $add: ['$lookUps', 1] } }),
  free_lease: () => releaseLease().$set,
};

/** The update stage that a transition amounts to. */
export function stageOf(transition: Transition, move: Move, now: Date): { $set: Record<string, unknown> } {
  const set = transition.effects.map((effect) => changes[effect](move, now));
  return { $set: Object.assign({ status: transition.to }, ...set) };
}
