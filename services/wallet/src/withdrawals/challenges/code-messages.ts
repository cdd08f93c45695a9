import { PlatformError } from '@platform/errors';
import { MessageWindow } from '@platform/keys/one-time-codes';
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { Mailbox } from '../logins/account-logins.js';
import { type CodeMessagesRecord, codeMessagesModel } from './model.js';

/** Maximum messages to one mailbox within the window. */
const MESSAGES_MAX = 5;
const messages = new MessageWindow({ list: 'sent', sentAt: 'at' }, MESSAGES_MAX);
/** How long an account waits for its next message, for any purpose. */
export const COOLDOWN_MS = 60_000;

/** A message that is about to be sent. */
export interface NextMessage extends Mailbox {
  readonly id: string;
  readonly accountId: string;
}

/**
 * The messages sent to each mailbox. Both limits, messages per mailbox and the cooldown per account, hold under any number of concurrent
 * requests: one update decides them.
 */
export class CodeMessages {
  readonly #messages: ReturnType<typeof codeMessagesModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#messages = codeMessagesModel(connection);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#messages.createIndexes();
  }

  /**
   * Counts a message before it is sent. Throws `resend_cooldown` within a minute after the account's last one, and `email_limit_reached`
   * when five were sent to the mailbox within six hours.
   */
  async take({ id, accountId, ...mailbox }: NextMessage): Promise<void> {
    const _id = await this.#recordIdOf(mailbox);
    const now = this.clock.now();
    const warmSince = new Date(now.getTime() - COOLDOWN_MS);
    const isWarm = { $and: [{ $eq: ['$$this.accountId', accountId] }, { $gt: ['$$this.at', warmSince] }] };
    const barred = { $anyElementTrue: { $map: { input: '$sent', in: isWarm } } };
    const record = await this.#messages
      .findOneAndUpdate({ _id }, messages.adding({ id, at: now, accountId }, now, barred), {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .orFail()
      .lean<CodeMessagesRecord>();
    if (record.sent.some((message) => message.id === id)) return;
    const warm = record.sent.findLast((message) => message.accountId === accountId && message.at > warmSince);
    if (warm !== undefined) throw cooldown(warm.at, now);
    const sentAt = record.sent.map(({ at }) => at);
    throw messages.limitReached(sentAt, now);
  }

  /** Uncounts a message that never left the platform. */
  async giveBack({ id, mailboxId, formerMailboxIds }: NextMessage): Promise<void> {
    const _id = { $in: [mailboxId, ...formerMailboxIds] };
    await this.#messages.updateOne({ _id, 'sent.id': id }, { $pull: { sent: { id } } });
  }

  /** Returns the id of the mailbox's record: one that was begun under a former id keeps it until it expires. */
  async #recordIdOf({ mailboxId, formerMailboxIds }: Mailbox): Promise<string> {
    const begun = await this.#messages.exists({ _id: { $in: formerMailboxIds } });
    return begun?._id ?? mailboxId;
  }

  /** Removes expired records. */
  async sweep(): Promise<void> {
    await this.#messages.deleteMany({ forgetAt: { $lte: this.clock.now() } });
  }
}

function cooldown(sentAt: Date, now: Date): PlatformError {
  const availableAt = new Date(sentAt.getTime() + COOLDOWN_MS);
  return new PlatformError('resend_cooldown', {
    details: {
      resend_available_at: availableAt.toISOString(),
      retry_after_seconds: Math.ceil((availableAt.getTime() - now.getTime()) / 1_000),
    },
  });
}
