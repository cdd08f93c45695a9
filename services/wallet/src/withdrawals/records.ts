import { type FlowDefinition, FlowStore, type HeldFlow } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import type { Connection } from '@platform/store/mongo';
import { type WithdrawalRecord, withdrawalModel } from './model.js';
import { type WithdrawalEffect, type WithdrawalEvent, type WithdrawalState, withdrawalTransitions } from './states.js';

/** Concurrent turns per state and process. */
const TURNS_AT_ONCE = 4;
/** Longer than one look-up on the chain and in the store, and a write, may take together. */
const LEASE_MS = 60_000;

/** Withdrawals as the background worker sees them. */
export const withdrawalFlow: FlowDefinition<WithdrawalState, WithdrawalEvent, WithdrawalEffect> = {
  name: 'withdrawals',
  transitions: withdrawalTransitions,
  stateFields: ['state'],
  lanes: {
    requested: TURNS_AT_ONCE,
    sent: TURNS_AT_ONCE,
    left: TURNS_AT_ONCE,
    accepted: TURNS_AT_ONCE,
    submitted: TURNS_AT_ONCE,
    broadcast: TURNS_AT_ONCE,
  },
  halfForNewcomers: true,
  awaitingOperator: ['unpaid'],
};

/** A withdrawal that its holder may move. */
export type HeldWithdrawal = HeldFlow<WithdrawalRecord, WithdrawalState>;

/** Returns the store of the withdrawals on a network, for its background worker; of all withdrawals without a network. */
export function withdrawalStore(connection: Connection, network: Network | undefined, owner: string, clock: Clock) {
  return new FlowStore<WithdrawalRecord, WithdrawalState, WithdrawalEvent, WithdrawalEffect>(
    withdrawalModel(connection),
    withdrawalFlow,
    { owner, clock, leaseMs: LEASE_MS, ...(network !== undefined && { scope: { network } }) },
  );
}
