import type { Clock } from '@platform/clock';
import { exposeFlow } from '@platform/flows';
import type { Connection } from '@platform/mongo';
import { chainTransactionModel } from '../relayer/model.js';
import { chainTransactionFlow } from '../relayer/records.js';
import { setupModel } from '../setups/model.js';
import { setupFlow } from '../setups/records.js';
import { withdrawalModel } from '../withdrawals/model.js';
import { withdrawalFlow } from '../withdrawals/records.js';

/** Shows how much money is on its way, in operations, and since when. */
export function exposeQueues(connection: Connection, clock: Clock): void {
  exposeFlow(setupModel(connection), setupFlow, clock);
  exposeFlow(withdrawalModel(connection), withdrawalFlow, clock);
  exposeFlow(chainTransactionModel(connection), chainTransactionFlow, clock);
}
