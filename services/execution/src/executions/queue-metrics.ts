import { exposeFlow } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { executionFlow, settlementFlow } from './flow.js';
import { executionModel } from './model.js';

/** Exposes how many executions have an unknown outcome or trades that are not settled, and for how long. */
export function exposeExecutions(connection: Connection, clock: Clock): void {
  for (const flow of [executionFlow, settlementFlow]) exposeFlow(executionModel(connection), flow, clock);
}
