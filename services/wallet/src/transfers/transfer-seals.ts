// Why: docs/decisions/wallet/seals-and-master-keys.md
import type { SealedFields, Seals } from '@platform/keys/seals';
import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';
import type { OperationReference } from '../operation-reference.js';

const PURPOSE = 'transfer';

/** The accepted operation: everything that its signature will say, and for which account. */
export interface AcceptedTransfer {
  readonly accountId: string;
  readonly walletId: string;
  readonly operation: OperationReference;
  readonly to: Address;
  readonly amountMicroUsdc: MicroUsdc;
  readonly validBefore: Date;
}

/** Seals operations when they are accepted, so that a row that was written or changed directly in the database is never signed. */
export class TransferSeals {
  constructor(private readonly seals: Seals) {}

  /** Returns the seal of an operation. */
  seal(transfer: AcceptedTransfer): string {
    return this.seals.seal(PURPOSE, transfer.operation.id, termsOf(transfer));
  }

  /** Throws `SealBrokenError` unless exactly this transfer was accepted. */
  require(transfer: AcceptedTransfer, seal: string | undefined): void {
    this.seals.require(PURPOSE, transfer.operation.id, termsOf(transfer), seal);
  }
}

function termsOf({ accountId, walletId, operation, to, amountMicroUsdc, validBefore }: AcceptedTransfer): SealedFields {
  const venue = operation.kind === 'setup' ? operation.venue : undefined;
  return { kind: operation.kind, venue, accountId, walletId, to, amountMicroUsdc, validBefore };
}
