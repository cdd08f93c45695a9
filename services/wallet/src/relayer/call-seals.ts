// Why: docs/decisions/platform/sealed-records.md
import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { ChainTransactionRecord } from './model.js';

/** What a transaction's seal covers: the call that the relayer's key signs, and for which leg of which operation. */
type CallFields = Pick<ChainTransactionRecord, '_id' | 'operation' | 'leg' | 'chain' | 'to' | 'data' | 'validBefore'>;

/** The seals of queued transactions: the relayer signs and pays for none that somebody wrote into the database. */
export type CallSeals = RecordSeals<CallFields>;

/** Returns the seals of queued transactions. */
export function callSeals(seals: Seals): CallSeals {
  return new RecordSeals(seals, 'chain transaction', ({ _id, operation, leg, chain, to, data, validBefore }) => ({
    id: _id,
    fields: { kind: operation.kind, operation: operation.id, leg, chain, to, data, validBefore },
  }));
}
