import type { FlowDefinition } from '@platform/flows';
import { type ExecutionEffect, type ExecutionEvent, type ExecutionState, executionTransitions } from './states.js';

/** Concurrent look-ups, and concurrent recoveries after a dead process, per process. */
const TURNS_AT_ONCE = 8;

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
