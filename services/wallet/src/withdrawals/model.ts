import { decisionFields, type FlowFields, flowFields, type OperatorDecision } from '@platform/flows';
import type { MicroUsdc } from '@platform/kit/money';
import type { Asset, Network } from '@platform/kit/networks';
import { type Connection, Schema } from 'mongoose';
import type { Address, Hash } from 'viem';
import type { OutgoingTransfer } from '../transfers/accepted-transfer.js';
import { type Departure, departureSchema, type Payout, payoutSchema } from './departures/model.js';
import type { SourceName } from './sources/names.js';
import { type WithdrawalState, withdrawalStates } from './states.js';

/** Why a withdrawal failed. */
export const withdrawalErrors = {
  transfer_not_made: 'The transfer was not made; the amount is available again.',
  venue_withdrawal_not_made: 'The venue has not made the withdrawal; the amount is still there.',
  payout_held:
    'The venue has paid, and the transfer to the destination was not made; what arrived is held on the network.',
  payout_written_off:
    'The venue did not pay what left it, and an operator has closed the withdrawal; what still arrives is held on the network.',
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
  /** The balance that it spends; an operator alone pays out what is held on Polygon. */
  readonly source: SourceName | 'polygon';
  readonly network: Network;
  readonly asset: Asset;
  /** What leaves the source. */
  readonly amountMicroUsdc: MicroUsdc;
  /** What the source keeps of it; the destination receives the rest. Until it has arrived: at most, where others carry it. */
  readonly feeMicroUsdc: MicroUsdc;
  /** Checksummed. */
  readonly destinationWallet: Address;
  readonly state: WithdrawalState;
  /** When the transfer becomes void unless a block has it. */
  readonly validBefore: Date;
  /** The seal of the accepted transfer (`TransferSeals`): without it nothing is signed. */
  readonly seal?: string;
  readonly txHash?: Hash;
  /** How the amount leaves its venue first; absent for a balance on a network. */
  readonly departure?: Departure;
  /** The venue's payout, once it is final. */
  readonly payout?: Payout;
  readonly error?: WithdrawalErrorCode;
  /** What operators have decided while its payout was missing, the oldest first. */
  readonly decisions?: readonly OperatorDecision[];
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
  const { validBefore, departure } = withdrawal;
  const amountMicroUsdc = arrivesOf(withdrawal);
  const leg = { operation: { kind: 'withdrawal', id }, leg: 'transfer' } as const;
  const passedOn = departure === undefined ? {} : { payoutNonce: departure.nonce };
  const transfer = { ...leg, accountId, walletId, token: { network, asset }, source, ...passedOn, to };
  return { ...transfer, amountMicroUsdc, validBefore, seal };
}

/** Returns what of a withdrawal is on its way from its venue: all of it where others carry it, since only what arrives tells their fee. */
export function transitOf(withdrawal: WithdrawalRecord): OutgoingTransfer {
  const { amountMicroUsdc, departure } = withdrawal;
  const transfer = transferOf(withdrawal);
  return departure?.plan === undefined ? transfer : { ...transfer, amountMicroUsdc };
}

/** Returns what was accepted to leave a venue, as a leg that is sealed: all of the amount, and where it goes in the end. */
export function departureOf(withdrawal: WithdrawalRecord, departure: Departure): OutgoingTransfer {
  const { amountMicroUsdc } = withdrawal;
  const { nonce: payoutNonce, plan, sendUntil: validBefore, seal } = departure;
  const planned = plan === undefined ? {} : { plan };
  return { ...transferOf(withdrawal), leg: 'withdraw', payoutNonce, ...planned, amountMicroUsdc, validBefore, seal };
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
    departure: { type: departureSchema },
    payout: { type: payoutSchema },
    error: { type: String, enum: Object.keys(withdrawalErrors) },
    updatedAt: { type: Date, required: true },
    ...decisionFields,
    ...flowFields,
  },
  { collection: 'withdrawals', versionKey: false },
);
withdrawalSchema.index({ accountId: 1, key: 1 }, { unique: true });
withdrawalSchema.index({ accountId: 1, createdAt: -1, _id: -1 });
withdrawalSchema.index({ accountId: 1, state: 1, createdAt: -1, _id: -1 });
withdrawalSchema.index({ network: 1, state: 1, dueAt: 1 });
// One plan of a wallet at a time: two could be one and the same.
withdrawalSchema.index(
  { walletId: 1, source: 1 },
  { unique: true, partialFilterExpression: { state: 'sent', 'departure.plan': { $exists: true } } },
);

/** Returns the model of a database's withdrawals. */
export function withdrawalModel(connection: Connection) {
  return connection.model('Withdrawal', withdrawalSchema);
}
