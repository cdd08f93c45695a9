import type { MicroUsdc } from '@platform/kit/money';
import { type Connection, Schema } from 'mongoose';
import { type LegReference, type OperationReference, operationReferenceSchema } from '../operation-reference.js';
import type { Location, WalletLocation } from './locations.js';

/** One side of a movement: a location's gain, or its loss when negative. */
export interface Posting {
  readonly location: Location;
  readonly amountMicroUsdc: MicroUsdc;
}

/** Money that moved from place to place; never changed once written. */
export interface MovementRecord {
  /** `mov_…` */
  readonly _id: string;
  readonly accountId: string;
  readonly walletId: string;
  readonly operation: OperationReference;
  /** The step of the operation: one movement per operation and step. */
  readonly step: string;
  /** Sum to zero. */
  readonly postings: readonly Posting[];
  /** For an operator's adjustment: its operator, and the evidence. */
  readonly adjustment?: { readonly operator: string; readonly evidence: string };
  readonly createdAt: Date;
}

/** The balance of a location: the sum of its postings. */
export interface BalanceRecord {
  /** The location. */
  readonly _id: string;
  readonly amountMicroUsdc: MicroUsdc;
}

/** `open`: reserved for its operation; `consumed`: its money has moved; `released`: free again. */
const reservationStates = ['open', 'consumed', 'released'] as const;
export type ReservationState = (typeof reservationStates)[number];

/** Money reserved for a leg of an operation, so that no other one spends it. */
export interface ReservationRecord extends LegReference {
  /** `rsv_…` */
  readonly _id: string;
  readonly accountId: string;
  readonly location: WalletLocation;
  readonly amountMicroUsdc: MicroUsdc;
  readonly state: ReservationState;
  readonly createdAt: Date;
}

/**
 * How ledger and chain differ: `short` is less on the chain than it must hold whatever is under way, `surplus` is more than the ledger
 * knows.
 */
export type DifferenceKind = 'short' | 'surplus';

/** The state of the money at a location; each reservation there changes it, so that two concurrent ones conflict here. */
export interface BookRecord {
  /** The location. */
  readonly _id: string;
  /** See `tokenName`; absent for a location that is not a wallet's. */
  readonly token?: string;
  readonly version: number;
  /** Why, and since when, no money may leave. */
  readonly fence?: { readonly reason: string; readonly at: Date };
  /** Since when the location is due for a check; absent: nothing has happened since the last check. */
  readonly checkAt?: Date;
  /** A difference between ledger and chain that was seen and has remained since. */
  readonly difference?: {
    readonly kind: DifferenceKind;
    /** How often it was seen, each time at a later block, whatever its amount. */
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
movementSchema.index({ accountId: 1, createdAt: -1, _id: -1 });

const balanceSchema = new Schema<BalanceRecord>(
  { _id: { type: String, required: true }, amountMicroUsdc: { type: BigInt, required: true } },
  { collection: 'ledger_balances', versionKey: false },
);

const reservationSchema = new Schema<ReservationRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    operation: { type: operationReferenceSchema, required: true },
    leg: { type: String, required: true },
    location: { type: String, required: true },
    amountMicroUsdc: { type: BigInt, required: true },
    state: { type: String, required: true, enum: reservationStates },
    createdAt: { type: Date, required: true },
  },
  { collection: 'reservations', versionKey: false },
);
reservationSchema.index({ 'operation.kind': 1, 'operation.id': 1, leg: 1 }, { unique: true });
reservationSchema.index({ location: 1, state: 1 });
reservationSchema.index({ state: 1, _id: 1 });

const bookSchema = new Schema<BookRecord>(
  {
    _id: { type: String, required: true },
    token: { type: String },
    version: { type: Number, required: true },
    fence: { type: new Schema({ reason: String, at: Date }, { _id: false }) },
    checkAt: { type: Date },
    difference: {
      type: new Schema({ kind: String, readings: Number, block: Number, since: Date }, { _id: false }),
    },
  },
  { collection: 'ledger_books', versionKey: false },
);
// Partial indexes, so that each round's queries cost nothing for locations without these fields.
const having = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } });
bookSchema.index({ token: 1, checkAt: 1 }, having('checkAt'));
for (const field of ['fence.at', 'difference.kind']) bookSchema.index({ [field]: 1 }, having(field));

/** Returns the model of a database's movements. */
export function movementModel(connection: Connection) {
  return connection.model('Movement', movementSchema);
}

/** Returns the model of a database's balances. */
export function balanceModel(connection: Connection) {
  return connection.model('LedgerBalance', balanceSchema);
}

/** Returns the model of a database's reservations. */
export function reservationModel(connection: Connection) {
  return connection.model('Reservation', reservationSchema);
}

/** Returns the model of a database's books. */
export function bookModel(connection: Connection) {
  return connection.model('LedgerBook', bookSchema);
}
