import { defineTransitions } from '@platform/flows';

/**
 * From a venue: `requested`: authorized, with its nonce sealed; `sent`: the venue may have taken it; `left`: it is on its way to the wallet;
 * `unpaid`: it has not arrived in time, and an operator may decide; it is taken as ever when it does arrive. Then, and for others from the start: `accepted`: authorized and reserved; `submitted`: its transfer is queued; `broadcast`: it is on its way to a block; `confirmed`: final;
 * `failed`: it has not happened and never will.
 */
export const withdrawalStates = [
  'requested',
  'sent',
  'left',
  'unpaid',
  'accepted',
  'submitted',
  'broadcast',
  'confirmed',
  'failed',
] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** The statuses that callers see. */
export const withdrawalStatuses = ['processing', 'broadcast', 'confirmed', 'failed'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** The states of a withdrawal whose outcome is open. */
export const openStates: readonly WithdrawalState[] = [
  'requested',
  'sent',
  'left',
  'unpaid',
  'accepted',
  'submitted',
  'broadcast',
];

/** The states in which the amount has left its venue, and waits to arrive. */
export const onTheWay: readonly WithdrawalState[] = ['left', 'unpaid'];

/** The states in which the platform looks for what becomes of the amount at its venue. */
export const departing: readonly WithdrawalState[] = ['requested', 'sent', 'left'];

/** The events of a withdrawal. */
export type WithdrawalEvent =
  /** From here on the venue may take it. */
  | 'sending'
  /** The venue has answered, which proves nothing yet. */
  | 'answered'
  /** The venue's ledger shows it. */
  | 'left'
  /** The venue has not made it and never will. */
  | 'not_left'
  /** The venue's payout is final in the wallet. */
  | 'arrived'
  /** The payout has not come in time. */
  | 'overdue'
  /** A payout has come after all. */
  | 'paid_late'
  /** An operator has the payout waited for again. */
  | 'resumed'
  /** An operator has named the transfer that is the payout, though it is less than was promised. */
  | 'payout_accepted'
  /** An operator is sure that the payout will never come. */
  | 'written_off'
  | 'submitted'
  | 'broadcast'
  | 'moved'
  | 'not_moved'
  /** Its time is over, and nothing that could move the money was ever released. */
  | 'expired';

/** What is written together with the new state. */
export type WithdrawalEffect =
  | 'book_departure'
  | 'free_payout'
  | 'require_no_payout'
  | 'take_deposit'
  | 'book_loss'
  | 'book_payout'
  | 'enqueue_transfer'
  | 'book_transfer'
  | 'release_reservation';

const failed = { to: 'failed', effects: ['release_reservation'] } as const;
const ends = { moved: { to: 'confirmed', effects: ['book_transfer'] }, not_moved: failed } as const;
const broadcast = { to: 'broadcast', effects: [] } as const;

/** The transitions of a withdrawal. */
export const withdrawalTransitions = defineTransitions<WithdrawalState, WithdrawalEvent, WithdrawalEffect>(
  'a withdrawal',
  withdrawalStates,
  {
    // Nothing is reserved before the payout.
    requested: { sending: { to: 'sent', effects: [] }, expired: { to: 'failed', effects: [] } },
    sent: {
      answered: { to: 'sent', effects: [] },
      left: { to: 'left', effects: ['book_departure'] },
      not_left: { to: 'failed', effects: ['free_payout'] },
    },
    left: {
      arrived: { to: 'accepted', effects: ['book_payout'] },
      overdue: { to: 'unpaid', effects: ['require_no_payout'] },
    },
    unpaid: {
      paid_late: { to: 'left', effects: [] },
      resumed: { to: 'left', effects: [] },
      payout_accepted: { to: 'left', effects: ['take_deposit'] },
      written_off: { to: 'failed', effects: ['book_loss'] },
    },
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
  return state === 'broadcast' || state === 'confirmed' || state === 'failed' ? state : 'processing';
}

/** Returns the states that callers see as a status. */
export function statesOf(status: WithdrawalStatus): WithdrawalState[] {
  return withdrawalStates.filter((state) => statusOf(state) === status);
}
