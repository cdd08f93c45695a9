// Why: docs/decisions/wallet/seals-and-master-keys.md
import type { SealedFields, Seals } from '@platform/keys/seals';
import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';
import type { Token } from '../chains/token.js';
import type { LegReference } from '../operation-reference.js';

/** Covers what its seal covers: a change of it leaves no old seal valid. */
const PURPOSE = 'transfer 2';

/** A transfer out of a wallet as its operation accepted it: everything that its signature will say, and for which account. */
export interface AcceptedTransfer extends LegReference {
  readonly accountId: string;
  readonly walletId: string;
  /** What leaves the wallet, and on which network. */
  readonly token: Token;
  /** The balance that the customer spends: a network's, or a venue's whose payout this leg passes on. */
  readonly source: string;
  /** The nonce of that payout at its venue; absent where none comes before. */
  readonly payoutNonce?: number;
  readonly to: Address;
  readonly amountMicroUsdc: MicroUsdc;
  readonly validBefore: Date;
}

/** An accepted transfer as its operation stores it. */
export interface OutgoingTransfer extends AcceptedTransfer {
  /** See `TransferSeals`. */
  readonly seal?: string | undefined;
}

/** Seals transfers when they are accepted, so that a row that was written or changed directly in the database is never signed. */
export class TransferSeals {
  constructor(private readonly seals: Seals) {}

  /** Returns the seal of a transfer. */
  seal(transfer: AcceptedTransfer): string {
    return this.seals.seal(PURPOSE, transfer.operation.id, termsOf(transfer));
  }

  /** Throws `SealBrokenError` unless exactly this transfer was accepted. */
  require({ seal, ...transfer }: OutgoingTransfer): void {
    this.seals.require(PURPOSE, transfer.operation.id, termsOf(transfer), seal);
  }
}

function termsOf({ operation, token, ...transfer }: AcceptedTransfer): SealedFields {
  const venue = operation.kind === 'setup' ? operation.venue : undefined;
  const { leg, accountId, walletId, source, payoutNonce, to, amountMicroUsdc, validBefore } = transfer;
  const terms = { leg, accountId, walletId, source, payoutNonce, to, amountMicroUsdc, validBefore };
  return { kind: operation.kind, venue, network: token.network, asset: token.asset, ...terms };
}
