import type { MicroUsdc } from '@platform/kit/money';
import { type Connection, Schema } from 'mongoose';

/** `open`: its code is valid; `void`: its code was never delivered; `spent`: it has authorized a withdrawal. */
export type ChallengeState = 'open' | 'void' | 'spent';

/** A sent code, and the one withdrawal that it authorizes. */
export interface ChallengeRecord {
  /** `chl_…` */
  readonly _id: string;
  readonly accountId: string;
  /** The Idempotency-Key of the withdrawal. */
  readonly key: string;
  readonly intentHash: string;
  /** What the source keeps of the amount, as the message says. */
  readonly feeMicroUsdc: MicroUsdc;
  readonly state: ChallengeState;
  /** See `CodeHasher`; only the message holds the code itself. */
  readonly codeHash: string;
  readonly sentAt: Date;
  /** How many attempts were made with this code. */
  readonly attempts: number;
}

const challengeSchema = new Schema<ChallengeRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    key: { type: String, required: true },
    intentHash: { type: String, required: true },
    feeMicroUsdc: { type: BigInt, required: true },
    state: { type: String, required: true },
    codeHash: { type: String, required: true },
    sentAt: { type: Date, required: true, index: true },
    attempts: { type: Number, required: true },
  },
  { collection: 'withdrawal_challenges', versionKey: false },
);
challengeSchema.index({ accountId: 1, key: 1, intentHash: 1 }, { unique: true });

/** Returns the model of a database's challenges. */
export function challengeModel(connection: Connection) {
  return connection.model('WithdrawalChallenge', challengeSchema);
}

/** A sent code. */
interface CodeMessage {
  readonly id: string;
  readonly at: Date;
  readonly accountId: string;
}

/** The codes sent to a mailbox within the window of its limit. */
export interface CodeMessagesRecord {
  /** An id of the mailbox: see `Mailbox`. */
  readonly _id: string;
  readonly sent: readonly CodeMessage[];
  /** When the record expires. */
  readonly forgetAt: Date;
}

const messageSchema = new Schema<CodeMessage>(
  {
    id: { type: String, required: true },
    at: { type: Date, required: true },
    accountId: { type: String, required: true },
  },
  { _id: false },
);
const messagesSchema = new Schema<CodeMessagesRecord>(
  {
    _id: { type: String, required: true },
    sent: {
      type: [messageSchema],
      required: true,
    },
    forgetAt: { type: Date, required: true, index: true },
  },
  { collection: 'withdrawal_code_messages', versionKey: false },
);

/** Returns the model of a database's code messages. */
export function codeMessagesModel(connection: Connection) {
  return connection.model('WithdrawalCodeMessages', messagesSchema);
}
