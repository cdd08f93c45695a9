import type { FlowDefinition } from '@platform/flows';
import { type ExecutionEffect, type ExecutionEvent, type ExecutionState, executionTransitions } from './states.js';

/** Concurrent look-ups, and concurrent recoveries after a dead process, per process. */
const TURNS_AT_ONCE = 8;

/** Concurrent reads of how far trades are settled: nobody waits for them, and the venue counts requests. */
const SETTLEMENTS_AT_ONCE = 2;

/** The states of the transition table. */
export type FlowState = ExecutionState | 'released';

/** Executions as the background worker sees them. */
export const executionFlow: FlowDefinition<FlowState, ExecutionEvent, ExecutionEffect> = {
  name: 'executions',
  transitions: executionTransitions,
  stateFields: ['status'],
  lanes: { claimed: TURNS_AT_ONCE, submitting: TURNS_AT_ONCE, reconciling: TURNS_AT_ONCE },
  awaitingOperator: ['reconciliation_required'],
};

/** The same executions once they are accepted, until what they traded is settled. */
export const settlementFlow: FlowDefinition<FlowState, ExecutionEvent, ExecutionEffect> = {
  name: 'settlements',
  transitions: executionTransitions,
  stateFields: ['status'],
  lanes: { settling: SETTLEMENTS_AT_ONCE },
};
