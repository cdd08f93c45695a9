// Why: docs/decisions/platform/sealed-records.md
import type { SealedFields, Seals } from '@platform/keys/seals';
import type { ChainTransactionRecord } from './model.js';

const PURPOSE = 'chain transaction';

/** What a transaction's seal covers: the call that the relayer's key signs, and for which operation. */
export type SealedCall = Pick<
  ChainTransactionRecord,
  '_id' | 'operation' | 'leg' | 'chain' | 'to' | 'data' | 'validBefore' | 'seal'
>;

/** Seals queued transactions, so that the relayer signs and pays for none that somebody wrote into the database. */
export class CallSeals {
  constructor(private readonly seals: Seals) {}

  /** Returns the seal of a new transaction. */
  seal(call: Omit<SealedCall, 'seal'>): string {
    return this.seals.seal(PURPOSE, call._id, fieldsOf(call));
  }

  /** Returns whether exactly this transaction was queued. */
  isSealed(call: SealedCall): boolean {
    return this.seals.isSealed(PURPOSE, call._id, fieldsOf(call), call.seal);
  }
}

function fieldsOf({ operation, leg, chain, to, data, validBefore }: Omit<SealedCall, 'seal'>): SealedFields {
  return { kind: operation.kind, operation: operation.id, leg, chain, to, data, validBefore };
}
