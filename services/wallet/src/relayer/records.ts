import { type FlowDefinition, FlowStore, type HeldFlow } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { type ChainTransactionRecord, chainTransactionModel } from './model.js';
import { type RelayedEvent, type RelayedState, relayedTransitions } from './states.js';

/** Looked up at once, of each state, in each process. */
const FOLLOWED_AT_ONCE = 4;
/** Longer than one look at the chain and the store, a signature and a broadcast may take together. */
const LEASE_MS = 60_000;

/** The relayer's transactions as what sends them sees them. */
export const chainTransactionFlow: FlowDefinition<RelayedState, RelayedEvent, never> = {
  name: 'chain_transactions',
  transitions: relayedTransitions,
  stateFields: ['state'],
  // Signed one after the other: they are broadcast in the order of their nonces.
  lanes: { queued: 1, signed: FOLLOWED_AT_ONCE, included: FOLLOWED_AT_ONCE },
};

/** A transaction that its holder may move. */
export type HeldTransaction = HeldFlow<ChainTransactionRecord, RelayedState>;

/** The relayer's transactions of a database, to be sent. */
export function chainTransactionStore(connection: Connection, owner: string, clock: Clock) {
  return new FlowStore<ChainTransactionRecord, RelayedState, RelayedEvent, never>(
    chainTransactionModel(connection),
    chainTransactionFlow,
    { owner, clock, leaseMs: LEASE_MS },
  );
}
