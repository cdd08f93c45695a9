import type { Clock } from '@platform/clock';
import { PlatformError } from '@platform/errors';
import type { Connection } from '@platform/mongo';
import { type CodeMessagesRecord, codeMessagesModel } from './challenge-model.js';

const MESSAGES_MAX = 5;
const WINDOW_MS = 6 * 3_600_000;

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
      .findOneAndUpdate({ _id: accountId }, addWithinLimit(id, now), {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .orFail()
      .lean<CodeMessagesRecord>();
    if (record.sent.some((message) => message.id === id)) return;
    const oldestMs = Math.min(...record.sent.map(({ at }) => at.getTime()));
    const seconds = Math.ceil((oldestMs + WINDOW_MS - now.getTime()) / 1_000);
    throw new PlatformError('email_limit_reached', { details: { retry_after_seconds: seconds } });
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

/** Drops what is older than the window, then adds the message if that leaves room for it. */
function addWithinLimit(id: string, now: Date) {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  const recent = { $filter: { input: { $ifNull: ['$sent', []] }, cond: { $gt: ['$$this.at', windowStart] } } };
  const full = { $gte: [{ $size: '$sent' }, MESSAGES_MAX] };
  const added = { $concatArrays: ['$sent', [{ $literal: { id, at: now } }]] };
  return [
    { $set: { sent: recent, forgetAt: new Date(now.getTime() + WINDOW_MS) } },
    { $set: { sent: { $cond: [full, '$sent', added] } } },
  ];
}
