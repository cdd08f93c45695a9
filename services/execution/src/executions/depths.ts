import type { Clock } from '@platform/clock';
import { exposeQueue } from '@platform/metrics';
import { type Connection, countByStatus } from '@platform/mongo';
import { executionModel } from './model.js';
import type { ExecutionState } from './states.js';

/** What the reconciler has yet to finish, and what waits for an operator. */
const UNSETTLED = [
  'claimed',
  'submitting',
  'reconciling',
  'reconciliation_required',
] as const satisfies readonly ExecutionState[];

/** Shows how many executions have no known outcome, and for how long. */
export function exposeExecutions(connection: Connection, clock: Clock): void {
  const executions = executionModel(connection);
  exposeQueue('executions', () => countByStatus(executions, 'status', UNSETTLED), clock);
}
