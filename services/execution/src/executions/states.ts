/** Where an execution stands as it is stored; `claimed` is shown as `submitting`. */
export const executionStates = [
  'claimed',
  'submitting',
  'reconciling',
  'succeeded',
  'rejected',
  'failed',
  'reconciliation_required',
] as const;
export type ExecutionState = (typeof executionStates)[number];

/**
 * What can happen to an execution. `signed`: its identity is fixed and it may be sent; `released`: it will never be sent, and
 * its key is free again; `abandoned`: whoever claimed it died, and its time is over; `accepted` and `refused`: the venue's
 * word, answered or looked up; `left_unknown`: it may have been sent and no answer is known; `disproved`: it did not happen
 * and never will; `undecided`: nothing could be done or proved now; `given_up`: the time for look-ups is over.
 */
export type ExecutionEvent =
  | 'signed'
  | 'released'
  | 'abandoned'
  | 'accepted'
  | 'refused'
  | 'left_unknown'
  | 'disproved'
  | 'undecided'
  | 'given_up';

/** What a transition does beside moving the state; the store turns each into a part of one update. */
export type Effect = 'record_identity' | 'record_result' | 'stamp_finished' | 'schedule_look_up' | 'free_lease';

/** One row of the table; `released` is no state: the record is removed. */
export interface Transition {
  readonly to: ExecutionState | 'released';
  readonly effects: readonly Effect[];
}

const proven = ['record_result', 'stamp_finished', 'free_lease'] as const;
const accepted: Transition = { to: 'succeeded', effects: proven };
const refused: Transition = { to: 'rejected', effects: proven };

const failed: Transition = { to: 'failed', effects: ['stamp_finished', 'free_lease'] };

/** No row leads from `submitting` or `reconciling` back to where something could be sent: what may be out stays out. */
const transitions: {
  readonly [State in ExecutionState]: { readonly [Event in ExecutionEvent]?: Transition };
} = {
  claimed: {
    signed: { to: 'submitting', effects: ['record_identity'] },
    released: { to: 'released', effects: [] },
    undecided: { to: 'claimed', effects: ['schedule_look_up', 'free_lease'] },
    abandoned: failed,
  },
  submitting: {
    accepted,
    refused,
    released: { to: 'released', effects: [] },
    disproved: failed,
    left_unknown: { to: 'reconciling', effects: ['schedule_look_up', 'free_lease'] },
  },
  reconciling: {
    accepted,
    refused,
    disproved: failed,
    undecided: { to: 'reconciling', effects: ['schedule_look_up', 'free_lease'] },
    given_up: { to: 'reconciliation_required', effects: ['free_lease'] },
  },
  succeeded: {},
  rejected: {},
  failed: {},
  reconciliation_required: {},
};

/** What an event does to an execution in a state; undefined where it changes nothing. */
export function transitionOf(state: ExecutionState, event: ExecutionEvent): Transition | undefined {
  return transitions[state][event];
}
