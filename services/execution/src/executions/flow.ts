import type { FlowDefinition } from '@platform/flows';
import { type ExecutionEffect, type ExecutionEvent, type ExecutionState, executionTransitions } from './states.js';

/** Look-ups, and what a dead process left, at once in each process. */
const TURNS_AT_ONCE = 8;

/** The states of the table. */
export type FlowState = ExecutionState | 'released';

/** Executions as what works on them in the background sees them. */
export const executionFlow: FlowDefinition<FlowState, ExecutionEvent, ExecutionEffect> = {
  name: 'executions',
  transitions: executionTransitions,
  stateFields: ['status'],
  lanes: { claimed: TURNS_AT_ONCE, submitting: TURNS_AT_ONCE, reconciling: TURNS_AT_ONCE },
  awaitingOperator: ['reconciliation_required'],
};
