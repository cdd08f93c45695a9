import { type FlowDefinition, FlowStore, type HeldFlow } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import type { Connection } from '@platform/store/mongo';
import { type ChainTransactionRecord, chainTransactionModel } from './model.js';
import { type RelayedEvent, type RelayedState, relayedTransitions } from './states.js';

/** Concurrent look-ups per state and process. */
const FOLLOWED_AT_ONCE = 4;
/** Longer than a look-up on the chain and in the store, a signature and a broadcast may take together. */
const LEASE_MS = 60_000;

/** The relayer's transactions as the sending worker sees them. */
export const chainTransactionFlow: FlowDefinition<RelayedState, RelayedEvent, never> = {
  name: 'chain_transactions',
  transitions: relayedTransitions,
  stateFields: ['state'],
  // Signed one after the other: they are broadcast in the order of their nonces.
  lanes: { queued: 1, signed: FOLLOWED_AT_ONCE, included: FOLLOWED_AT_ONCE },
  // Behind hundreds that waited for a chain that stood still, a new one would wait for as many signatures.
  halfForNewcomers: true,
};

/** A transaction that its holder may move. */
export type HeldTransaction = HeldFlow<ChainTransactionRecord, RelayedState>;

/** Returns the store of a network's relayer transactions, for its sending worker. */
export function chainTransactionStore(connection: Connection, chain: Network, owner: string, clock: Clock) {
  return new FlowStore<ChainTransactionRecord, RelayedState, RelayedEvent, never>(
    chainTransactionModel(connection),
    chainTransactionFlow,
    { owner, clock, leaseMs: LEASE_MS, scope: { chain } },
  );
}
