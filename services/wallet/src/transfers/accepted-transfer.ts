// Why: docs/decisions/wallet/seals-and-master-keys.md
import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';
import type { Token } from '../chains/token.js';
import type { LegReference } from '../operation-reference.js';

/** The version of what is sealed. */
const VERSION = 2;

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
  /** What that payout's venue was planned to be told; absent where there is no plan. */
  readonly plan?: string;
  readonly to: Address;
  readonly amountMicroUsdc: MicroUsdc;
  readonly validBefore: Date;
}

/** An accepted transfer as its operation stores it. */
export interface OutgoingTransfer extends AcceptedTransfer {
  /** See `TransferSeals`. */
  readonly seal?: string | undefined;
}

/** The seals of accepted transfers: a row that was written or changed directly in the database is never signed. */
export type TransferSeals = RecordSeals<AcceptedTransfer>;

/** Returns the seals of accepted transfers. */
export function transferSeals(seals: Seals): TransferSeals {
  return new RecordSeals(seals, 'transfer', ({ operation, token, ...transfer }) => {
    const venue = operation.kind === 'setup' ? operation.venue : undefined;
    const { leg, accountId, walletId, source, payoutNonce, plan, to, amountMicroUsdc, validBefore } = transfer;
    const terms = { leg, accountId, walletId, source, payoutNonce, plan, to, amountMicroUsdc, validBefore };
    return {
      id: operation.id,
      fields: { version: VERSION, kind: operation.kind, venue, network: token.network, asset: token.asset, ...terms },
    };
  });
}
