import { exposeFlow } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { executionFlow } from './flow.js';
import { executionModel } from './model.js';

/** Exposes how many executions have an unknown outcome, and for how long. */
export function exposeExecutions(connection: Connection, clock: Clock): void {
  exposeFlow(executionModel(connection), executionFlow, clock);
}
