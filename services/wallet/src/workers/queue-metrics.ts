import { exposeFlow } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import { exposeCounts } from '@platform/observability/metrics';
import type { Connection } from '@platform/store/mongo';
import type { Books } from '../ledger/books.js';
import { chainTransactionModel } from '../relayer/model.js';
import { chainTransactionFlow } from '../relayer/records.js';
import { setupModel } from '../setups/model.js';
import { setupFlow } from '../setups/records.js';
import { withdrawalModel } from '../withdrawals/model.js';
import { withdrawalFlow } from '../withdrawals/records.js';

/** Exposes how many operations with money on its way there are, and since when, and how many locations are fenced or differ. */
export function exposeQueues(connection: Connection, books: Books, clock: Clock): void {
  exposeFlow(setupModel(connection), setupFlow, clock);
  exposeFlow(withdrawalModel(connection), withdrawalFlow, clock);
  exposeFlow(chainTransactionModel(connection), chainTransactionFlow, clock);
  exposeCounts({
    name: 'ledger_locations',
    help: 'Locations that are fenced, or whose chain holds less than the ledger claims (short) or more than it knows (surplus).',
    label: 'state',
    read: () => books.counts(),
  });
}
