import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { type Connection, type Model, Schema } from 'mongoose';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The processor time that the runs of an account used within a minute. */
interface UsedMinute {
  readonly _id: string;
  readonly accountId: string;
  /** When the minute began. */
  readonly startsAt: Date;
  readonly usedMs: number;
}

const usedMinuteSchema = new Schema<UsedMinute>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    startsAt: { type: Date, required: true },
    usedMs: { type: Number, required: true },
  },
  { collection: 'processor_time', versionKey: false },
);
usedMinuteSchema.index({ accountId: 1, startsAt: 1 });

/** The processor time that each account's backtests used within the last hour, to the minute; it survives restarts of the service. */
export class ProcessorTime {
  readonly #minutes: Model<UsedMinute>;

  /** `maximumSeconds` is what one account may use within an hour; at that limit none of its backtests starts. */
  constructor(
    connection: Connection,
    private readonly clock: Clock,
    readonly maximumSeconds: number,
  ) {
    this.#minutes = connection.model<UsedMinute>('ProcessorTime', usedMinuteSchema);
  }

  /** Makes the indexes. */
  async initialize(): Promise<void> {
    await this.#minutes.createIndexes();
  }

  /** Adds what a run of the account has used since the last time. */
  async add(accountId: string, usedMs: number): Promise<void> {
    const startsAt = new Date(Math.floor(this.clock.nowMs() / MINUTE_MS) * MINUTE_MS);
    const change = { $inc: { usedMs }, $setOnInsert: { accountId, startsAt } };
    await this.#minutes.updateOne({ _id: `${accountId} ${startsAt.toISOString()}` }, change, { upsert: true });
  }

  /** Removes what is older than an hour, since nothing reads it any more. */
  async sweep(): Promise<void> {
    await this.#minutes.deleteMany({ startsAt: { $lte: this.#anHourAgo() } });
  }

  /** Returns what the account used within the last hour, in seconds. */
  async usedSeconds(accountId: string): Promise<number> {
    return secondsOf(await this.#lastHour([accountId]));
  }

  /** Returns those of the accounts that are at their limit. */
  async exhausted(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
    const byAccount = Map.groupBy(await this.#lastHour(accountIds), ({ accountId }) => accountId);
    const used = [...byAccount].filter(([, minutes]) => secondsOf(minutes) >= this.maximumSeconds);
    return new Set(used.map(([accountId]) => accountId));
  }

  /** Throws `processor_time_exhausted` with the time from which the account is below its limit again. */
  async require(accountId: string): Promise<void> {
    const minutes = await this.#lastHour([accountId]);
    const used = secondsOf(minutes);
    if (used < this.maximumSeconds) return;
    const availableAt = this.#availableAt(minutes);
    throw new PlatformError('processor_time_exhausted', {
      message:
        `The account's backtests used ${Math.floor(used)} s of processor time within the last hour, and may use ` +
        `${this.maximumSeconds} s. There is some again from ${availableAt.toISOString()} on.`,
      details: {
        maximum_seconds: this.maximumSeconds,
        used_seconds: Math.floor(used),
        available_at: availableAt.toISOString(),
        retry_after_seconds: Math.max(1, Math.ceil((availableAt.getTime() - this.clock.nowMs()) / 1_000)),
      },
    });
  }

  /** Returns when enough of the oldest minutes are an hour past for the others to be below the maximum. */
  #availableAt(minutes: readonly UsedMinute[]): Date {
    const oldestFirst = minutes.toSorted((left, right) => left.startsAt.getTime() - right.startsAt.getTime());
    const last = oldestFirst.find((_minute, index) => secondsOf(oldestFirst.slice(index + 1)) < this.maximumSeconds);
    return new Date((last?.startsAt.getTime() ?? this.clock.nowMs()) + HOUR_MS);
  }

  #lastHour(accountIds: readonly string[]): Promise<UsedMinute[]> {
    const startsAt = { $gt: this.#anHourAgo() };
    return this.#minutes.find({ accountId: { $in: accountIds }, startsAt }).lean<UsedMinute[]>();
  }

  #anHourAgo(): Date {
    return new Date(this.clock.nowMs() - HOUR_MS);
  }
}

function secondsOf(minutes: readonly UsedMinute[]): number {
  return minutes.reduce((sum, { usedMs }) => sum + usedMs, 0) / 1_000;
}
