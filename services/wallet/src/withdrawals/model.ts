import { type FlowFields, flowFields } from '@platform/flows';
import type { MicroUsdc } from '@platform/kit/money';
import type { Asset, Network } from '@platform/kit/networks';
import { type Connection, Schema } from 'mongoose';
import type { Address, Hash } from 'viem';
import type { OutgoingTransfer } from '../transfers/accepted-transfer.js';
import type { SourceName } from './sources/names.js';
import { type WithdrawalState, withdrawalStates } from './states.js';

/** Why a withdrawal failed. */
export const withdrawalErrors = {
  transfer_not_made: 'The transfer was not made; the amount is available again.',
} as const;
export type WithdrawalErrorCode = keyof typeof withdrawalErrors;

/** A withdrawal as stored: written once its proof was verified, together with the reservation. It holds no proof. */
export interface WithdrawalRecord extends FlowFields {
  /** `wd_…`; the transfer's identity on the chain is derived from it. */
  readonly _id: string;
  readonly accountId: string;
  /** The wallet whose money leaves. */
  readonly walletId: string;
  /** The caller's Idempotency-Key, a UUID in lower case with hyphens. */
  readonly key: string;
  /** Hash of the request; see `intentHash`. */
  readonly intentHash: string;
  /** The balance that it spends. */
  readonly source: SourceName;
  readonly network: Network;
  readonly asset: Asset;
  /** What leaves the source. */
  readonly amountMicroUsdc: MicroUsdc;
  /** What the source keeps of it; the destination receives the rest. */
  readonly feeMicroUsdc: MicroUsdc;
  /** Checksummed. */
  readonly destinationWallet: Address;
  readonly state: WithdrawalState;
  /** When the transfer becomes void unless a block has it. */
  readonly validBefore: Date;
  /** The seal of the accepted transfer (`TransferSeals`): without it nothing is signed. */
  readonly seal?: string;
  readonly txHash?: Hash;
  readonly error?: WithdrawalErrorCode;
  readonly updatedAt: Date;
}

/** Returns what arrives at the destination of a withdrawal. */
export function arrivesOf({
  amountMicroUsdc,
  feeMicroUsdc,
}: Pick<WithdrawalRecord, 'amountMicroUsdc' | 'feeMicroUsdc'>): MicroUsdc {
  return amountMicroUsdc - feeMicroUsdc;
}

/** Returns the transfer of a withdrawal: of what arrives. */
export function transferOf(withdrawal: WithdrawalRecord): OutgoingTransfer {
  const { _id: id, accountId, walletId, network, asset, source, destinationWallet: to, seal } = withdrawal;
  const { validBefore } = withdrawal;
  const amountMicroUsdc = arrivesOf(withdrawal);
  const leg = { operation: { kind: 'withdrawal', id }, leg: 'transfer' } as const;
  return { ...leg, accountId, walletId, token: { network, asset }, source, to, amountMicroUsdc, validBefore, seal };
}

const withdrawalSchema = new Schema<WithdrawalRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    walletId: { type: String, required: true },
    key: { type: String, required: true },
    intentHash: { type: String, required: true },
    source: { type: String, required: true },
    network: { type: String, required: true },
    asset: { type: String, required: true },
    amountMicroUsdc: { type: BigInt, required: true },
    feeMicroUsdc: { type: BigInt, required: true },
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
withdrawalSchema.index({ network: 1, state: 1, dueAt: 1 });

/** Returns the model of a database's withdrawals. */
export function withdrawalModel(connection: Connection) {
  return connection.model('Withdrawal', withdrawalSchema);
}
