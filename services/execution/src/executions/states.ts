import { defineTransitions } from '@platform/flows';

/** The state of an execution as it is stored. */
export const executionStates = [
  'claimed',
  'submitting',
  'reconciling',
  'settling',
  'succeeded',
  'rejected',
  'failed',
  'reconciliation_required',
] as const;
export type ExecutionState = (typeof executionStates)[number];

/** The statuses that callers see. */
export const executionStatuses = [
  'submitting',
  'reconciling',
  'succeeded',
  'rejected',
  'failed',
  'reconciliation_required',
] as const;
type ExecutionStatus = (typeof executionStatuses)[number];

/** Returns the status that callers see for a state. */
export function statusOf(state: ExecutionState): ExecutionStatus {
  if (state === 'claimed') return 'submitting';
  return state === 'settling' ? 'succeeded' : state;
}

/** Returns the states that callers see as a status. */
export function statesOf(status: ExecutionStatus): ExecutionState[] {
  return executionStates.filter((state) => statusOf(state) === status);
}

/**
 * What can happen to an execution. `signed`: its identity is fixed and it may be sent; `released`: it will never be sent, and its key is
 * free again; `abandoned`: the process that claimed it died before it sent anything; `accepted` and `refused`: the venue's result, answered
 * or looked up; `accepted_unsettled`: accepted at a venue that settles trades later; `settlement_read`: they are settled as far as was read;
 * `settlement_ended`: they are settled, or are not looked at any more; `left_unknown`: it may have been sent and no answer is known; `unseen`: a first read shows no trace of it when it can no
 * longer happen; `disproved`: it did not happen and never will; `given_up`: the time for look-ups is over; `resumed`: an operator resumes
 * its look-ups.
 */
export type ExecutionEvent =
  | 'signed'
  | 'released'
  | 'abandoned'
  | 'accepted'
  | 'accepted_unsettled'
  | 'settlement_read'
  | 'settlement_ended'
  | 'refused'
  | 'left_unknown'
  | 'unseen'
  | 'disproved'
  | 'given_up'
  | 'resumed';

/** What a transition writes besides the state. */
export type ExecutionEffect =
  | 'record_identity'
  | 'record_result'
  | 'record_settlement'
  | 'record_unseen'
  | 'stamp_finished';

const accepted = { to: 'succeeded', effects: ['record_result', 'stamp_finished'] } as const;
const accepted_unsettled = {
  to: 'settling',
  effects: ['record_result', 'record_settlement', 'stamp_finished'],
} as const;
const refused = { to: 'rejected', effects: ['record_result', 'stamp_finished'] } as const;
const failed = { to: 'failed', effects: ['stamp_finished'] } as const;
const released = { to: 'released', effects: [] } as const;

/**
 * No row leads from `submitting` or `reconciling` back to a state that could send: an action that may have been sent is never sent again.
 * `released` is never stored: the record is removed.
 */
export const executionTransitions = defineTransitions<ExecutionState | 'released', ExecutionEvent, ExecutionEffect>(
  'an execution',
  [...executionStates, 'released'],
  {
    claimed: { signed: { to: 'submitting', effects: ['record_identity'] }, released, abandoned: failed },
    submitting: {
      accepted,
      accepted_unsettled,
      refused,
      released,
      disproved: failed,
      left_unknown: { to: 'reconciling', effects: [] },
    },
    reconciling: {
      accepted,
      accepted_unsettled,
      refused,
      unseen: { to: 'reconciling', effects: ['record_unseen'] },
      disproved: failed,
      given_up: { to: 'reconciliation_required', effects: [] },
    },
    settling: {
      settlement_read: { to: 'settling', effects: ['record_settlement'] },
      settlement_ended: { to: 'succeeded', effects: ['record_settlement'] },
    },
    succeeded: {},
    rejected: {},
    failed: {},
    // An operator's verdict, with evidence.
    reconciliation_required: {
      accepted,
      refused,
      disproved: failed,
      resumed: { to: 'reconciling', effects: [] },
    },
    released: {},
  },
);
