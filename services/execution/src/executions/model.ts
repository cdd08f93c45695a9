import { decisionFields, type FlowFields, flowFields, type OperatorDecision } from '@platform/flows';
import { type SettlementState, type SubmissionIdentity, settlementStates } from '@platform/venues/native-actions';
import { type Connection, Schema } from 'mongoose';
import { type MandateUse, mandateUseSchema } from '../mandates/mandate-use.js';
import { type ExecutionState, executionStates } from './states.js';

/** What the caller wanted and how it is found again: written before anything is signed. */
export interface ExecutionIntent {
  /** Digest of the caller's request: the same key with another digest is a conflict. */
  readonly requestHash: string;
  /** The action as it is signed, with its client order ids fixed. */
  readonly actionJson: string;
  /** The venue refuses the action from this time on, in milliseconds since the Unix epoch. */
  readonly expiresAfterMs: number;
  /** When look-ups end without proof of the outcome. */
  readonly reconcileUntil: Date;
}

/** One native action at a venue, as stored. */
export interface ExecutionRecord extends FlowFields {
  /** `exe_…` */
  readonly _id: string;
  readonly accountId: string;
  /** The caller's key: one record per key, for ever. */
  readonly idempotencyKey: string;
  readonly status: ExecutionState;
  readonly venue: string;
  /** The venue's own name for the action, for example `order`. */
  readonly actionType: string;
  /** Checksummed EVM address of the managed wallet that trades. */
  readonly accountAddress: string;
  readonly intent: ExecutionIntent;
  /** What it takes of its key's daily limit; absent where the key has none. */
  readonly mandateUse?: MandateUse;
  /** Set before the action is sent. */
  readonly identity?: SubmissionIdentity;
  /** When a read of the venue first showed no trace of an action that can no longer happen. */
  readonly unseenAt?: Date;
  /** When the outcome became known. */
  readonly finishedAt?: Date;
  /**
   * Sanitized venue response as JSON text, stored unchanged; under `exchange_error` where the venue refused. Integers beyond 2^53 are
   * strings in it.
   */
  readonly resultJson?: string;
  /** How far what it traded is settled, as the venue last showed it; absent where it has traded nothing, or trades are final at once. */
  readonly settlement?: SettlementState;
  /** Decisions of operators, oldest first. */
  readonly decisions?: readonly OperatorDecision[];
}

const executionSchema = new Schema<ExecutionRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    idempotencyKey: { type: String, required: true },
    status: { type: String, required: true, enum: executionStates },
    venue: { type: String, required: true },
    actionType: { type: String, required: true },
    accountAddress: { type: String, required: true },
    intent: {
      type: new Schema<ExecutionIntent>(
        {
          requestHash: { type: String, required: true },
          actionJson: { type: String, required: true },
          expiresAfterMs: { type: Number, required: true },
          reconcileUntil: { type: Date, required: true },
        },
        { _id: false },
      ),
      required: true,
    },
    mandateUse: { type: mandateUseSchema },
    identity: {
      type: new Schema<SubmissionIdentity>(
        { nonce: { type: Number, required: true }, actionHash: { type: String, required: true } },
        { _id: false },
      ),
    },
    unseenAt: { type: Date },
    finishedAt: { type: Date },
    resultJson: { type: String },
    settlement: { type: String, enum: settlementStates },
    ...decisionFields,
    ...flowFields,
  },
  { collection: 'executions', versionKey: false },
);
executionSchema.index({ accountId: 1, idempotencyKey: 1 }, { unique: true });
executionSchema.index({ accountId: 1, createdAt: -1, _id: -1 });
executionSchema.index({ accountId: 1, status: 1, createdAt: -1, _id: -1 });
executionSchema.index({ accountId: 1, venue: 1, createdAt: -1, _id: -1 });
executionSchema.index({ accountId: 1, accountAddress: 1, venue: 1, createdAt: -1, _id: -1 });
executionSchema.index({ status: 1, dueAt: 1 });
// Holds all that the sum of a key's day reads.
executionSchema.index(
  { 'mandateUse.credentialId': 1, 'mandateUse.day': 1, status: 1, 'mandateUse.amountMicroUsdc': 1 },
  { partialFilterExpression: { 'mandateUse.credentialId': { $exists: true } } },
);

/** Returns the model of a database's execution records. */
export function executionModel(connection: Connection) {
  return connection.model('Execution', executionSchema);
}
