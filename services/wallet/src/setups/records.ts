import { type FlowDefinition, FlowStore, type HeldFlow } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import type { Connection } from '@platform/store/mongo';
import { type SetupRecord, setupModel } from './model.js';
import { type SetupEffect, type SetupEvent, type SetupState, setupTransitions } from './states.js';

/** Concurrent turns per state and process. */
const TURNS_AT_ONCE = 4;
/** Longer than two calls to the venue, which wait for its rate limit, and a write may take together. */
const LEASE_MS = 120_000;

/** Setups as the background worker sees them. */
export const setupFlow: FlowDefinition<SetupState, SetupEvent, SetupEffect> = {
  name: 'setups',
  transitions: setupTransitions,
  stateFields: ['status', 'step'],
  lanes: {
    'processing/reserve': TURNS_AT_ONCE,
    'processing/transfer': TURNS_AT_ONCE,
    'processing/credit': TURNS_AT_ONCE,
    'processing/register': TURNS_AT_ONCE,
  },
  awaitingOperator: [
    'reconciliation_required/transfer',
    'reconciliation_required/credit',
    'reconciliation_required/register',
  ],
};

/** A setup that its holder may move. */
export type HeldSetup = HeldFlow<SetupRecord, SetupState>;

/** Returns the store of the setups that pay on a network, for its background worker; of all setups without a network. */
export function setupStore(connection: Connection, network: Network | undefined, owner: string, clock: Clock) {
  return new FlowStore<SetupRecord, SetupState, SetupEvent, SetupEffect>(setupModel(connection), setupFlow, {
    owner,
    clock,
    leaseMs: LEASE_MS,
    ...(network !== undefined && { scope: { network } }),
  });
}
