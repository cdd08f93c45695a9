import { defineTransitions, type Transition } from '@platform/flows';

/** The status of a setup. */
export const setupStatuses = ['processing', 'completed', 'failed', 'reconciliation_required'] as const;
export type SetupStatus = (typeof setupStatuses)[number];

/** The step of a setup: reserving the amount, moving it, waiting for the venue's credit, checking the account there. */
export const setupSteps = ['reserve', 'transfer', 'credit', 'register', 'done'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** The state of a setup: its status and its step. An overdue setup keeps its step: nobody knows yet where the money is. */
export const setupStates = [
  'processing/reserve',
  'processing/transfer',
  'processing/credit',
  'processing/register',
  'completed/done',
  'failed/reserve',
  'failed/transfer',
  'failed/credit',
  'reconciliation_required/transfer',
  'reconciliation_required/credit',
  'reconciliation_required/register',
] as const satisfies readonly `${SetupStatus}/${SetupStep}`[];
export type SetupState = (typeof setupStates)[number];

/** The events of a setup. */
export type SetupEvent =
  | 'submitted'
  | 'moved'
  | 'not_moved'
  /** Its time is over, and nothing that could move the money was ever released. */
  | 'expired'
  | 'credited'
  /** The venue shows a credit of an amount that its fee does not explain. */
  | 'differed'
  | 'registered'
  | 'overdue'
  /** An operator resumes the platform's look-ups. */
  | 'resumed'
  /** An operator accepts the credit that the venue shows. */
  | 'credit_accepted'
  /** An operator is sure that the venue will never credit the payment. */
  | 'written_off';

/** What is written together with the new state. */
export type SetupEffect =
  | 'enqueue_transfer'
  | 'book_transfer'
  | 'release_reservation'
  | 'book_credit'
  | 'book_loss'
  | 'onboard_account';

function to(state: SetupState, ...effects: SetupEffect[]): Transition<SetupState, SetupEffect> {
  return { to: state, effects };
}

/**
 * The transitions of a setup. An overdue setup waits for an operator; whether a transfer has moved and an account exists can always be
 * proved in the end, so only a credit is ever written off.
 */
export const setupTransitions = defineTransitions<SetupState, SetupEvent, SetupEffect>('a setup', setupStates, {
  'processing/reserve': {
    submitted: to('processing/transfer', 'enqueue_transfer'),
    expired: to('failed/reserve', 'release_reservation'),
  },
  'processing/transfer': {
    moved: to('processing/credit', 'book_transfer'),
    not_moved: to('failed/transfer', 'release_reservation'),
    overdue: to('reconciliation_required/transfer'),
  },
  'processing/credit': {
    credited: to('processing/register', 'book_credit'),
    differed: to('reconciliation_required/credit'),
    overdue: to('reconciliation_required/credit'),
  },
  'processing/register': {
    registered: to('completed/done', 'onboard_account'),
    overdue: to('reconciliation_required/register'),
  },
  'reconciliation_required/transfer': { resumed: to('processing/transfer') },
  'reconciliation_required/credit': {
    resumed: to('processing/credit'),
    credit_accepted: to('processing/register', 'book_credit'),
    written_off: to('failed/credit', 'book_loss'),
  },
  'reconciliation_required/register': { resumed: to('processing/register') },
  'completed/done': {},
  'failed/reserve': {},
  'failed/transfer': {},
  'failed/credit': {},
});

/** Returns whether another setup of the venue must wait. */
export function isOpen(state: SetupState): boolean {
  return !setupTransitions.isEnd(state);
}
