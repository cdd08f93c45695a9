import { type FlowFields, flowFields } from '@platform/flows';
import type { MicroUsdc } from '@platform/kit/money';
import { type Connection, Schema } from 'mongoose';
import type { Address, Hash } from 'viem';
import type { OutgoingTransfer } from '../transfers/transfers.js';
import { type WithdrawalState, withdrawalStates } from './states.js';

/** Why a withdrawal failed. */
export const withdrawalErrors = {
  transfer_not_made: 'The transfer was not made; the amount is available again.',
} as const;
export type WithdrawalErrorCode = keyof typeof withdrawalErrors;

/** A withdrawal, as it is stored: written once its proof was verified, together with the reservation. No proof is in it. */
export interface WithdrawalRecord extends FlowFields {
  /** `wd_…`; the transfer's identity on the chain derives from it. */
  readonly _id: string;
  readonly accountId: string;
  /** Whose money leaves. */
  readonly walletId: string;
  /** The caller's Idempotency-Key, a UUID in lower case with hyphens. */
  readonly key: string;
  /** Of what was asked for; see `intentHash`. */
  readonly intentHash: string;
  readonly amountMicroUsdc: MicroUsdc;
  /** Checksummed. */
  readonly destinationWallet: Address;
  readonly state: WithdrawalState;
  /** When the transfer is void if no block has it by then. */
  readonly validBefore: Date;
  /** Of what was accepted (`Seals`): without it nothing is signed. */
  readonly seal?: string;
  readonly txHash?: Hash;
  readonly error?: WithdrawalErrorCode;
  readonly updatedAt: Date;
}

/** What leaves the wallet. */
export function transferOf(withdrawal: WithdrawalRecord): OutgoingTransfer {
  const { _id: id, accountId, walletId, amountMicroUsdc, destinationWallet: to, validBefore, seal } = withdrawal;
  return { accountId, walletId, operation: { kind: 'withdrawal', id }, to, amountMicroUsdc, validBefore, seal };
}

const withdrawalSchema = new Schema<WithdrawalRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    walletId: { type: String, required: true },
    key: { type: String, required: true },
    intentHash: { type: String, required: true },
    amountMicroUsdc: { type: BigInt, required: true },
    destinationWallet: { type: String, required: true },
    state: { type: String, required: true, enum: withdrawalStates satisfies readonly WithdrawalState[] },
    validBefore: { type: Date, required: true },
    seal: { type: String },
    txHash: { type: String },
    error: { type: String, enum: Object.keys(withdrawalErrors) },
    updatedAt: { type: Date, required: true },
    ...flowFields,
  },
  { collection: 'withdrawals', versionKey: false },
);
withdrawalSchema.index({ accountId: 1, key: 1 }, { unique: true });
withdrawalSchema.index({ accountId: 1, createdAt: -1, _id: -1 });
withdrawalSchema.index({ accountId: 1, state: 1, createdAt: -1, _id: -1 });
withdrawalSchema.index({ state: 1, dueAt: 1 });

/** The withdrawals of a database. */
export function withdrawalModel(connection: Connection) {
  return connection.model('Withdrawal', withdrawalSchema);
}
