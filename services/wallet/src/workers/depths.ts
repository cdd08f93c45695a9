import type { Clock } from '@platform/clock';
import { exposeQueue } from '@platform/metrics';
import { type Connection, countByStatus } from '@platform/mongo';
import { chainTransactionModel } from '../relayer/model.js';
import type { RelayedState } from '../relayer/states.js';
import { setupModel } from '../setups/model.js';
import type { SetupStatus } from '../setups/states.js';
import { withdrawalModel } from '../withdrawals/model.js';
import { openWithdrawalStates } from '../withdrawals/states.js';

const OPEN_SETUPS = ['processing', 'reconciliation_required'] as const satisfies readonly SetupStatus[];
const OPEN_TRANSACTIONS = ['queued', 'signed', 'included'] as const satisfies readonly RelayedState[];

/** Shows how much money is on its way, in operations, and since when. */
export function exposeQueues(connection: Connection, clock: Clock): void {
  const [setups, withdrawals, transactions] = [
    setupModel(connection),
    withdrawalModel(connection),
    chainTransactionModel(connection),
  ];
  exposeQueue('setups', () => countByStatus(setups, 'status', OPEN_SETUPS), clock);
  exposeQueue('withdrawals', () => countByStatus(withdrawals, 'state', openWithdrawalStates), clock);
  exposeQueue('chain_transactions', () => countByStatus(transactions, 'state', OPEN_TRANSACTIONS), clock);
}
