/** How a setup stands. */
export const setupStatuses = ['processing', 'completed', 'failed', 'reconciliation_required'] as const;
export type SetupStatus = (typeof setupStatuses)[number];

/** What a setup is at: holding the amount, moving it, waiting for the venue's credit, checking the account there. */
export const setupSteps = ['reserve', 'transfer', 'credit', 'register', 'done'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Where a setup stands. */
export interface SetupState {
  readonly status: SetupStatus;
  readonly step: SetupStep;
}

/** What happens to a setup. */
export type SetupEvent =
  | 'submitted'
  | 'moved'
  | 'not_moved'
  | 'credited'
  | 'registered'
  | 'overdue'
  /** An operator has looked: the platform looks for proof again. */
  | 'resumed'
  /** An operator is sure that the venue will never credit what was sent. */
  | 'written_off';

/** What is written together with the new state. */
export type SetupEffect =
  | 'enqueue_transfer'
  | 'book_transfer'
  | 'release_reservation'
  | 'book_credit'
  | 'book_loss'
  | 'onboard_account'
  | 'none';

/** The state after an event, and what goes with it. */
export interface SetupTransition {
  readonly state: SetupState;
  readonly effect: SetupEffect;
}

function at(step: SetupStep, effect: SetupEffect = 'none', status: SetupStatus = 'processing'): SetupTransition {
  return { state: { status, step }, effect };
}

/** An overdue setup keeps its step, and what it holds: nobody knows yet where the money is. */
const processing: Readonly<Record<SetupStep, Readonly<Partial<Record<SetupEvent, SetupTransition>>>>> = {
  reserve: { submitted: at('transfer', 'enqueue_transfer') },
  transfer: {
    moved: at('credit', 'book_transfer'),
    not_moved: at('transfer', 'release_reservation', 'failed'),
    overdue: at('transfer', 'none', 'reconciliation_required'),
  },
  credit: { credited: at('register', 'book_credit'), overdue: at('credit', 'none', 'reconciliation_required') },
  register: {
    registered: at('done', 'onboard_account', 'completed'),
    overdue: at('register', 'none', 'reconciliation_required'),
  },
  done: {},
};

/** What only an operator does. Whether a transfer has moved and an account is there can always be proved in the end. */
const awaitingOperator: typeof processing = {
  reserve: {},
  transfer: { resumed: at('transfer') },
  credit: { resumed: at('credit'), written_off: at('credit', 'book_loss', 'failed') },
  register: { resumed: at('register') },
  done: {},
};

/** What an event does to a setup; `undefined` where it can't happen. */
export function nextSetupState({ status, step }: SetupState, event: SetupEvent): SetupTransition | undefined {
  if (status === 'processing') return processing[step][event];
  return status === 'reconciliation_required' ? awaitingOperator[step][event] : undefined;
}

/** Whether another setup of the venue has to wait. */
export function isOpen(status: SetupStatus): boolean {
  return status === 'processing' || status === 'reconciliation_required';
}
