import type { Clock } from '@platform/clock';
import { MessageWindow } from '@platform/codes';
import type { Connection } from '@platform/mongo';
import { type CodeMessagesRecord, codeMessagesModel } from './challenge-model.js';

/** Messages to one account within the window. */
const MESSAGES_MAX = 5;
const messages = new MessageWindow({ list: 'sent', sentAt: 'at' }, MESSAGES_MAX);

/** The messages sent to each account; their limit holds under any number of requests at once. */
export class CodeMessages {
  readonly #messages: ReturnType<typeof codeMessagesModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#messages = codeMessagesModel(connection);
  }

  /** Makes the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#messages.createIndexes();
  }

  /** Counts a message about to be sent. Throws `email_limit_reached` when five were sent within six hours. */
  async take(accountId: string, id: string): Promise<void> {
    const now = this.clock.now();
    const record = await this.#messages
      .findOneAndUpdate({ _id: accountId }, messages.adding({ id, at: now }, now), {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .orFail()
      .lean<CodeMessagesRecord>();
    if (record.sent.some((message) => message.id === id)) return;
    const sentAt = record.sent.map(({ at }) => at);
    throw messages.limitReached(sentAt, now);
  }

  /** Takes back a message that never left the platform: it counts for nothing. */
  async giveBack(accountId: string, id: string): Promise<void> {
    await this.#messages.updateOne({ _id: accountId }, { $pull: { sent: { id } } });
  }

  /** Removes records in which nothing counts any more. */
  async sweep(): Promise<void> {
    await this.#messages.deleteMany({ forgetAt: { $lte: this.clock.now() } });
  }
}
