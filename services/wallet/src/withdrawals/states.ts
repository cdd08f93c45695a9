import { defineTransitions } from '@platform/flows';

/**
 * `accepted`: authorized and reserved; `submitted`: its transfer is queued; `broadcast`: it is on its way to a block; `confirmed`: final;
 * `failed`: it has not happened and never will.
 */
export const withdrawalStates = ['accepted', 'submitted', 'broadcast', 'confirmed', 'failed'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** The statuses that callers see. */
export const withdrawalStatuses = ['processing', 'broadcast', 'confirmed', 'failed'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** The states of a withdrawal whose outcome is open. */
export const openStates: readonly WithdrawalState[] = ['accepted', 'submitted', 'broadcast'];

/** The events of a withdrawal. */
export type WithdrawalEvent =
  | 'submitted'
  | 'broadcast'
  | 'moved'
  | 'not_moved'
  /** Its time is over, and nothing that could move the money was ever released. */
  | 'expired';

/** What is written together with the new state. */
export type WithdrawalEffect = 'enqueue_transfer' | 'book_transfer' | 'release_reservation';

const failed = { to: 'failed', effects: ['release_reservation'] } as const;
const ends = { moved: { to: 'confirmed', effects: ['book_transfer'] }, not_moved: failed } as const;
const broadcast = { to: 'broadcast', effects: [] } as const;

/** The transitions of a withdrawal. */
export const withdrawalTransitions = defineTransitions<WithdrawalState, WithdrawalEvent, WithdrawalEffect>(
  'a withdrawal',
  withdrawalStates,
  {
    accepted: { submitted: { to: 'submitted', effects: ['enqueue_transfer'] }, expired: failed },
    submitted: { broadcast, ...ends },
    // Again when a stuck transaction was replaced by one with another hash.
    broadcast: { broadcast, ...ends },
    confirmed: {},
    failed: {},
  },
);

/** Returns the status that callers see for a state. */
export function statusOf(state: WithdrawalState): WithdrawalStatus {
  return state === 'accepted' || state === 'submitted' ? 'processing' : state;
}

/** Returns the states that callers see as a status. */
export function statesOf(status: WithdrawalStatus): WithdrawalState[] {
  return withdrawalStates.filter((state) => statusOf(state) === status);
}
