/**
 * `accepted`: authorized and reserved; `submitted`: its transfer is queued; `broadcast`: it is on its way to a block;
 * `confirmed`: final; `failed`: it has not happened and won't.
 */
export const withdrawalStates = ['accepted', 'submitted', 'broadcast', 'confirmed', 'failed'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** What callers see. */
export type WithdrawalStatus = 'processing' | 'broadcast' | 'confirmed' | 'failed';

/** What happens to a withdrawal. */
export type WithdrawalEvent = 'submitted' | 'broadcast' | 'moved' | 'not_moved';

/** What is written together with the new state. */
export type WithdrawalEffect = 'enqueue_transfer' | 'book_transfer' | 'release_reservation' | 'none';

/** The state after an event, and what goes with it. */
export interface WithdrawalTransition {
  readonly state: WithdrawalState;
  readonly effect: WithdrawalEffect;
}

const ends = {
  moved: { state: 'confirmed', effect: 'book_transfer' },
  not_moved: { state: 'failed', effect: 'release_reservation' },
} as const;
const broadcast = { state: 'broadcast', effect: 'none' } as const;

const table: Readonly<Record<WithdrawalState, Readonly<Partial<Record<WithdrawalEvent, WithdrawalTransition>>>>> = {
  accepted: { submitted: { state: 'submitted', effect: 'enqueue_transfer' } },
  submitted: { broadcast, ...ends },
  // Again when a stuck transaction was replaced by one with another hash.
  broadcast: { broadcast, ...ends },
  confirmed: {},
  failed: {},
};

/** What an event does to a withdrawal; `undefined` where it can't happen. */
export function nextWithdrawalState(state: WithdrawalState, event: WithdrawalEvent): WithdrawalTransition | undefined {
  return table[state][event];
}

/** The states that something still follows. */
export const openWithdrawalStates = withdrawalStates.filter((state) => Object.keys(table[state]).length > 0);

/** The state as callers see it. */
export function statusOf(state: WithdrawalState): WithdrawalStatus {
  return state === 'accepted' || state === 'submitted' ? 'processing' : state;
}
