import type { MicroUsdc } from '@platform/kit/money';
import { type Connection, Schema } from 'mongoose';
import { type OperationReference, operationReferenceSchema } from '../operation-reference.js';
import type { Location } from './locations.js';

/** One side of a movement: what a location gains, or loses where it is negative. */
export interface Posting {
  readonly location: Location;
  readonly amountMicroUsdc: MicroUsdc;
}

/** Money that went from place to place; never changed once it is written. */
export interface MovementRecord {
  /** `mov_…` */
  readonly _id: string;
  readonly accountId: string;
  readonly walletId: string;
  readonly operation: OperationReference;
  /** Which of the operation's movements it is: one movement per operation and step. */
  readonly step: string;
  /** Sum to zero. */
  readonly postings: readonly Posting[];
  /** Of an operator's adjustment: who made it, and why. */
  readonly adjustment?: { readonly operator: string; readonly evidence: string };
  readonly createdAt: Date;
}

/** What a location holds: the sum of its postings. */
export interface BalanceRecord {
  /** The location. */
  readonly _id: string;
  readonly amountMicroUsdc: MicroUsdc;
}

/** `open`: held for its operation; `consumed`: what it was held for has moved; `released`: free again. */
const reservationStates = ['open', 'consumed', 'released'] as const;
export type ReservationState = (typeof reservationStates)[number];

/** Money held for an operation, so that no other spends it. */
export interface ReservationRecord {
  /** `rsv_…` */
  readonly _id: string;
  readonly accountId: string;
  readonly walletId: string;
  /** One reservation per operation. */
  readonly operation: OperationReference;
  readonly location: Location;
  readonly amountMicroUsdc: MicroUsdc;
  readonly state: ReservationState;
  readonly createdAt: Date;
}

/**
 * How ledger and chain differ: `short` is less on the chain than it must hold whatever is under way, `surplus` is more than the
 * ledger knows.
 */
export type DifferenceKind = 'short' | 'surplus';

/** What is known of a wallet's money as a whole; changed by each reservation, so that two at once meet here. */
export interface WalletBookRecord {
  /** The wallet's id. */
  readonly _id: string;
  readonly version: number;
  /** Why, and since when, nothing may go out. */
  readonly fence?: { readonly reason: string; readonly at: Date };
  /** Since when the checker is to look at it before its turn; absent: nothing has happened since it last looked. */
  readonly checkAt?: Date;
  /** A difference between ledger and chain that was seen and has not gone since. */
  readonly difference?: {
    readonly kind: DifferenceKind;
    /** How often it was seen, each time at a later block; whatever it came to. */
    readonly readings: number;
    /** The block of the latest reading. */
    readonly block: number;
    readonly since: Date;
  };
}

const postingSchema = new Schema<Posting>(
  { location: { type: String, required: true }, amountMicroUsdc: { type: BigInt, required: true } },
  { _id: false },
);

const movementSchema = new Schema<MovementRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    walletId: { type: String, required: true },
    operation: { type: operationReferenceSchema, required: true },
    step: { type: String, required: true },
    postings: { type: [postingSchema], required: true },
    adjustment: { type: new Schema({ operator: String, evidence: String }, { _id: false }) },
    createdAt: { type: Date, required: true },
  },
  { collection: 'movements', versionKey: false },
);
movementSchema.index({ 'operation.kind': 1, 'operation.id': 1, step: 1 }, { unique: true });
movementSchema.index({ 'postings.location': 1 });

const balanceSchema = new Schema<BalanceRecord>(
  { _id: { type: String, required: true }, amountMicroUsdc: { type: BigInt, required: true } },
  { collection: 'ledger_balances', versionKey: false },
);

const reservationSchema = new Schema<ReservationRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    walletId: { type: String, required: true },
    operation: { type: operationReferenceSchema, required: true },
    location: { type: String, required: true },
    amountMicroUsdc: { type: BigInt, required: true },
    state: { type: String, required: true, enum: reservationStates },
    createdAt: { type: Date, required: true },
  },
  { collection: 'reservations', versionKey: false },
);
reservationSchema.index({ 'operation.kind': 1, 'operation.id': 1 }, { unique: true });
reservationSchema.index({ location: 1, state: 1 });
reservationSchema.index({ state: 1, _id: 1 });

const walletBookSchema = new Schema<WalletBookRecord>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    fence: { type: new Schema({ reason: String, at: Date }, { _id: false }) },
    checkAt: { type: Date },
    difference: {
      type: new Schema({ kind: String, readings: Number, block: Number, since: Date }, { _id: false }),
    },
  },
  { collection: 'wallet_books', versionKey: false },
);
// So that what is asked each round costs nothing for the wallets that have none of it.
for (const field of ['checkAt', 'fence.at', 'difference.kind'])
  walletBookSchema.index({ [field]: 1 }, { partialFilterExpression: { [field]: { $exists: true } } });

/** The movements of a database. */
export function movementModel(connection: Connection) {
  return connection.model('Movement', movementSchema);
}

/** The balances of a database. */
export function balanceModel(connection: Connection) {
  return connection.model('LedgerBalance', balanceSchema);
}

/** The reservations of a database. */
export function reservationModel(connection: Connection) {
  return connection.model('Reservation', reservationSchema);
}

/** The wallet books of a database. */
export function walletBookModel(connection: Connection) {
  return connection.model('WalletBook', walletBookSchema);
}
