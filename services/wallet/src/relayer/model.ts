import { type FlowFields, flowFields } from '@platform/flows';
import type { Network } from '@platform/kit/networks';
import { type Connection, Schema } from 'mongoose';
import type { Address, Hash, Hex } from 'viem';
import { type LegReference, operationReferenceSchema } from '../operation-reference.js';
import { type RelayedState, relayedStates } from './states.js';

/** One signed version of a transaction; versions differ by their fees alone. */
export interface Attempt {
  readonly hash: Hash;
  /** The exact bytes that are broadcast, repeatedly if necessary. */
  readonly rawTransaction: Hex;
  /** Gas limit, as decimal text. */
  readonly gas: string;
  /** Wei, as decimal text. */
  readonly maxFeePerGas: string;
  /** Wei, as decimal text. */
  readonly maxPriorityFeePerGas: string;
  readonly signedAt: Date;
  /** Whether it is an empty transaction that uses up the nonce in place of the real one. */
  readonly isCancellation?: boolean;
}

/** The version that is in a block, and that block. */
export interface Inclusion {
  readonly hash: Hash;
  readonly blockNumber: number;
  readonly succeeded: boolean;
}

/** A transaction of the relayer, as stored: one per leg of an operation. */
export interface ChainTransactionRecord extends FlowFields, LegReference {
  /** `tx_…` */
  readonly _id: string;
  readonly chain: Network;
  readonly to: Address;
  readonly data: Hex;
  /** The chain accepts the call only before this time. */
  readonly validBefore: Date;
  /** See `callSeals`. */
  readonly seal: string;
  readonly state: RelayedState;
  /** When a node first said that the chain would revert it. */
  readonly revertsAt?: Date;
  /** Checksummed address of the key that signs it; set with the first signature, and again when that key is retired. */
  readonly relayer?: Address;
  /** The relayer's nonce on this chain; set with the relayer. */
  readonly nonce?: number;
  /** Every version signed under that nonce, oldest first. */
  readonly attempts: readonly Attempt[];
  /** Every version signed by keys retired since, oldest first: the chain may still accept one. */
  readonly former?: readonly Attempt[];
  readonly inclusion?: Inclusion;
}

const attemptSchema = new Schema<Attempt>(
  {
    hash: { type: String, required: true },
    rawTransaction: { type: String, required: true },
    gas: { type: String, required: true },
    maxFeePerGas: { type: String, required: true },
    maxPriorityFeePerGas: { type: String, required: true },
    signedAt: { type: Date, required: true },
    isCancellation: { type: Boolean },
  },
  { _id: false },
);

const transactionSchema = new Schema<ChainTransactionRecord>(
  {
    _id: { type: String, required: true },
    operation: { type: operationReferenceSchema, required: true },
    leg: { type: String, required: true },
    chain: { type: String, required: true },
    to: { type: String, required: true },
    data: { type: String, required: true },
    validBefore: { type: Date, required: true },
    seal: { type: String, required: true },
    state: { type: String, required: true, enum: relayedStates },
    revertsAt: { type: Date },
    relayer: { type: String },
    nonce: { type: Number },
    attempts: { type: [attemptSchema], required: true },
    former: { type: [attemptSchema], default: undefined },
    inclusion: { type: new Schema({ hash: String, blockNumber: Number, succeeded: Boolean }, { _id: false }) },
    ...flowFields,
  },
  { collection: 'chain_transactions', versionKey: false },
);
transactionSchema.index({ 'operation.kind': 1, 'operation.id': 1, leg: 1 }, { unique: true });
transactionSchema.index(
  { chain: 1, relayer: 1, nonce: 1 },
  { unique: true, partialFilterExpression: { nonce: { $exists: true } } },
);
transactionSchema.index({ chain: 1, state: 1, dueAt: 1 });

/** The next nonce of a relayer's key on a chain. */
export interface RelayerNonceRecord {
  /** The address is checksummed. */
  readonly _id: { readonly chain: Network; readonly relayer: Address };
  readonly next: number;
  /** Since when nothing is signed with the key any more. */
  readonly retiredAt?: Date;
}

const nonceSchema = new Schema<RelayerNonceRecord>(
  { _id: { type: Object, required: true }, next: { type: Number, required: true }, retiredAt: { type: Date } },
  { collection: 'relayer_nonces', versionKey: false },
);

/** Returns the model of a database's relayer transactions. */
export function chainTransactionModel(connection: Connection) {
  return connection.model('ChainTransaction', transactionSchema);
}

/** Returns the model of a database's relayer nonces. */
export function relayerNonceModel(connection: Connection) {
  return connection.model('RelayerNonce', nonceSchema);
}
