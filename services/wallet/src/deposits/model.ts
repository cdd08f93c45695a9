import type { MicroUsdc } from '@platform/kit/money';
import type { Asset, Network } from '@platform/kit/networks';
import type { VenueOffering } from '@platform/venues/registry';
import { type Connection, Schema } from 'mongoose';
import type { Hash } from 'viem';
import { type DepositStatus, depositStatuses } from './states.js';

/** Money that a wallet received from outside, as stored. */
export interface DepositRecord {
  /** `dep_…` */
  readonly _id: string;
  readonly accountId: string;
  readonly walletId: string;
  /** Identifies the transfer on the chain: one record per transfer. */
  readonly transferKey: string;
  readonly status: DepositStatus;
  readonly chain: Network;
  readonly asset: Asset;
  readonly amountMicroUsdc: MicroUsdc;
  readonly txHash: Hash;
  /** The block in which it was last seen. */
  readonly blockNumber: number;
  /** The venue that has paid it; absent: another sender. */
  readonly venue?: VenueOffering<'setup'>;
  /** The withdrawal that waited for it: then it is no deposit. `isBooked`: its movement is posted. */
  readonly payout?: { readonly withdrawalId: string; readonly isBooked: boolean };
  readonly createdAt: Date;
  readonly confirmedAt?: Date;
}

/** The filter of what is no deposit, or may turn out to be none: until it is final, what a venue paid may be a withdrawal's payout. */
export const noDeposit = [
  { payout: { $exists: true } },
  { venue: { $exists: true }, status: { $in: ['observed', 'failed'] as DepositStatus[] } },
];

/** How far a token's transfers are settled. */
export interface ChainCursorRecord {
  /** See `tokenName`. */
  readonly _id: string;
  /** The first block that is not settled. */
  readonly nextBlock: number;
}

const depositSchema = new Schema<DepositRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    walletId: { type: String, required: true },
    transferKey: { type: String, required: true },
    status: { type: String, required: true, enum: depositStatuses },
    chain: { type: String, required: true },
    asset: { type: String, required: true },
    amountMicroUsdc: { type: BigInt, required: true },
    txHash: { type: String, required: true },
    blockNumber: { type: Number, required: true },
    venue: { type: String },
    payout: { type: new Schema({ withdrawalId: String, isBooked: Boolean }, { _id: false }) },
    createdAt: { type: Date, required: true },
    confirmedAt: { type: Date },
  },
  { collection: 'deposits', versionKey: false },
);
depositSchema.index({ chain: 1, asset: 1, transferKey: 1 }, { unique: true });
depositSchema.index({ accountId: 1, createdAt: -1, _id: -1 });
depositSchema.index({ accountId: 1, status: 1, createdAt: -1, _id: -1 });
depositSchema.index({ accountId: 1, walletId: 1, createdAt: -1, _id: -1 });
depositSchema.index({ chain: 1, asset: 1, status: 1, blockNumber: 1 });
depositSchema.index({ walletId: 1, 'payout.isBooked': 1 }, { partialFilterExpression: { payout: { $exists: true } } });

const cursorSchema = new Schema<ChainCursorRecord>(
  { _id: { type: String, required: true }, nextBlock: { type: Number, required: true } },
  { collection: 'chain_cursors', versionKey: false },
);

/** Returns the model of a database's deposits. */
export function depositModel(connection: Connection) {
  return connection.model('Deposit', depositSchema);
}

/** Returns the model of a database's chain cursors. */
export function chainCursorModel(connection: Connection) {
  return connection.model('ChainCursor', cursorSchema);
}
