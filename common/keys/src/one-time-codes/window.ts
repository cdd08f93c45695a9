import { PlatformError } from '@platform/errors';

/** A stage of an update by pipeline. */
type UpdateStage = { $set: Record<string, unknown> };

/**
 * Limits the number of messages to one receiver within the last six hours. The limit holds under any number of concurrent requests, since
 * one update of the receiver's record both checks and adds. The record has a list of messages and `forgetAt`, after which nothing in it
 * counts.
 */
export class MessageWindow {
  static readonly WINDOW_MS = 6 * 3_600_000;

  constructor(
    /** The record's field that lists messages, and the field of a message with the time when it was sent. */
    private readonly fields: { readonly list: string; readonly sentAt: string },
    private readonly messagesMax: number,
  ) {}

  /**
   * Returns the update stages that drop messages older than the window, then add the message if the limit allows it and `barred`, an
   * expression over the record, is false.
   */
  adding(message: Readonly<Record<string, unknown>>, now: Date, barred: object | false = false): UpdateStage[] {
    const { list, sentAt } = this.fields;
    const windowStart = new Date(now.getTime() - MessageWindow.WINDOW_MS);
    const sent = { $ifNull: [`$${list}`, []] };
    const recent = { $filter: { input: sent, cond: { $gt: [`$$this.${sentAt}`, windowStart] } } };
    const isBarred = { $or: [{ $gte: [{ $size: `$${list}` }, this.messagesMax] }, barred] };
    const added = { $concatArrays: [`$${list}`, [{ $literal: message }]] };
    return [
      { $set: { [list]: recent, forgetAt: new Date(now.getTime() + MessageWindow.WINDOW_MS) } },
      { $set: { [list]: { $cond: [isBarred, `$${list}`, added] } } },
    ];
  }

  /** Returns the error for a message over the limit: `email_limit_reached` until the oldest of those sent leaves the window. */
  limitReached(sentAt: readonly Date[], now: Date): PlatformError {
    const oldestMs = Math.min(...sentAt.map((instant) => instant.getTime()));
    const seconds = Math.ceil((oldestMs + MessageWindow.WINDOW_MS - now.getTime()) / 1_000);
    return new PlatformError('email_limit_reached', { details: { retry_after_seconds: seconds } });
  }
}
