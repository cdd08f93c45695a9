import { PlatformError } from '@platform/errors';
import { attemptLimitReached, CODE_ATTEMPTS_MAX, MessageWindow, requireUnexpired } from '@platform/keys/one-time-codes';
import type { Clock } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import { type EmailAddress, mailboxOf } from '../email/address.js';

/** Maximum messages to one mailbox within the window. */
const MESSAGES_MAX = 3;
const messages = new MessageWindow({ list: 'codes', sentAt: 'sentAt' }, MESSAGES_MAX);

/** A message that was sent: one with a code, or with a key and a link, which are recorded elsewhere. */
interface SentMessage {
  readonly id: string;
  /** The address that it was sent to. */
  readonly address: string;
  readonly sentAt: Date;
}

/** A code that was sent; it is valid only at its address. */
export interface SentCode extends SentMessage {
  /** See `CodeHasher`; only the message holds the code itself. */
  readonly hash: string;
  /** How many attempts were made with it. */
  readonly attempts: number;
  /** Whether it was used to sign in. */
  readonly used: boolean;
}

/** The messages sent to a mailbox in the last six hours; for each of its addresses only the latest code is valid. */
interface MailboxRecord {
  /** See `mailboxOf`. */
  readonly _id: string;
  readonly codes: readonly (SentCode | SentMessage)[];
  /** When the record expires. */
  readonly forgetAt: Date;
}

const messageSchema = new Schema<SentMessage & Partial<SentCode>>(
  {
    id: { type: String, required: true },
    address: { type: String, required: true },
    sentAt: { type: Date, required: true },
    hash: String,
    attempts: Number,
    used: Boolean,
  },
  { _id: false },
);
const mailboxSchema = new Schema<MailboxRecord>(
  {
    _id: { type: String, required: true },
    codes: { type: [messageSchema], required: true },
    forgetAt: { type: Date, required: true, index: true },
  },
  { collection: 'registration_codes', versionKey: false },
);

function mailboxModel(connection: Connection) {
  return connection.model('RegistrationMailbox', mailboxSchema);
}

/** The codes sent to each mailbox, with their limits; every limit holds under any number of concurrent requests. */
export class RegistrationCodes {
  readonly #mailboxes: ReturnType<typeof mailboxModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#mailboxes = mailboxModel(connection);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#mailboxes.createIndexes();
  }

  /** Makes a code the only valid one of an address. Throws `email_limit_reached` when three were sent to its mailbox within six hours. */
  async add(address: EmailAddress, { id, hash }: { id: string; hash: string }): Promise<void> {
    const code: SentCode = { id, address, hash, sentAt: this.clock.now(), attempts: 0, used: false };
    await this.#count(code);
  }

  /** Counts a message with a key and a link; the code before it stays valid. Throws `email_limit_reached` as for codes. */
  async addLink(address: EmailAddress, id: string): Promise<void> {
    await this.#count({ id, address, sentAt: this.clock.now() });
  }

  async #count(message: SentCode | SentMessage): Promise<void> {
    const { id, address, sentAt: now } = message;
    const record = await this.#mailboxes
      .findOneAndUpdate({ _id: mailboxOf(address) }, messages.adding({ ...message }, now), {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<MailboxRecord>()
      .orFail();
    if (record.codes.some((sent) => sent.id === id)) return;
    const sentAt = record.codes.map((sent) => sent.sentAt);
    throw messages.limitReached(sentAt, now);
  }

  /** Withdraws a message that never left the platform: it counts towards no limit, and the code before it is valid again. */
  async withdraw(address: EmailAddress, id: string): Promise<void> {
    await this.#mailboxes.updateOne({ _id: mailboxOf(address) }, { $pull: { codes: { id } } });
  }

  /**
   * Returns the valid code for one comparison; the same update counts the attempt. Throws `invalid_code` when there is no code,
   * `code_expired`, or `attempt_limit_reached` from the sixth attempt on.
   */
  async takeAttempt(address: EmailAddress): Promise<SentCode> {
    const now = this.clock.now();
    const record = await this.#mailboxes.findById(mailboxOf(address)).lean<MailboxRecord>();
    const code = record?.codes.filter(isCode).findLast((sent) => sent.address === address);
    if (code === undefined || code.used) throw new PlatformError('invalid_code');
    requireUnexpired(code.sentAt, now);
    const { matchedCount } = await this.#mailboxes.updateOne(
      { _id: mailboxOf(address), codes: { $elemMatch: { id: code.id, attempts: { $lt: CODE_ATTEMPTS_MAX } } } },
      { $inc: { 'codes.$.attempts': 1 } },
    );
    if (matchedCount === 0) throw attemptLimitReached(code.sentAt, now);
    return code;
  }

  /** Marks a code as used. Throws `invalid_code` when another request has used it. */
  async use(address: EmailAddress, id: string, session: ClientSession): Promise<void> {
    const { matchedCount } = await this.#mailboxes.updateOne(
      { _id: mailboxOf(address), codes: { $elemMatch: { id, used: false } } },
      { $set: { 'codes.$.used': true } },
      { session },
    );
    if (matchedCount === 0) throw new PlatformError('invalid_code');
  }

  /** Removes expired records. */
  async sweep(): Promise<void> {
    await this.#mailboxes.deleteMany({ forgetAt: { $lte: this.clock.now() } });
  }
}

function isCode(sent: SentCode | SentMessage): sent is SentCode {
  return 'hash' in sent;
}
