import { PlatformError } from '@platform/errors';
import { MessageWindow } from '@platform/keys/one-time-codes';
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { type CodeMessagesRecord, codeMessagesModel } from './model.js';

/** Maximum messages to one mailbox within the window. */
const MESSAGES_MAX = 5;
const messages = new MessageWindow({ list: 'sent', sentAt: 'at' }, MESSAGES_MAX);
/** How long an account waits for its next message, for any purpose. */
export const COOLDOWN_MS = 60_000;

/** A message that is about to be sent. */
export interface NextMessage {
  readonly id: string;
  readonly accountId: string;
  /** See `AccountLogin`. */
  readonly mailboxId: string;
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
  async take({ id, accountId, mailboxId }: NextMessage): Promise<void> {
    const now = this.clock.now();
    const warmSince = new Date(now.getTime() - COOLDOWN_MS);
    const isWarm = { $and: [{ $eq: ['$$this.accountId', accountId] }, { $gt: ['$$this.at', warmSince] }] };
    const barred = { $anyElementTrue: { $map: { input: '$sent', in: isWarm } } };
    const record = await this.#messages
      .findOneAndUpdate({ _id: mailboxId }, messages.adding({ id, at: now, accountId }, now, barred), {
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
  async giveBack({ id, mailboxId }: NextMessage): Promise<void> {
    await this.#messages.updateOne({ _id: mailboxId }, { $pull: { sent: { id } } });
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
