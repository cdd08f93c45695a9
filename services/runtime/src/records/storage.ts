import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { type ClientSession, type Connection, inTransaction } from '@platform/store/mongo';
import { type BacktestInputs, inputsModel } from './inputs.js';
import type { Attempt, RunOutput } from './output.js';
import { type BacktestRecord, backtestModel } from './record.js';

const MEBIBYTE = 1024 ** 2;

/** Trades of one run that are kept; a run that closes more ends with `output_limit_exceeded`. */
export const RUN_TRADES_MAX = { trades: 100_000, bytes: 32 * MEBIBYTE } as const;
/** What one run can take at most: its trades, its log, its result and what it was given to run. Reserved while it runs. */
export const RUN_BYTES_MAX = RUN_TRADES_MAX.bytes + 6 * MEBIBYTE;

/** A worker that missed a deletion has stopped writing by then: its lease is over. */
const FREED_AFTER_MS = 20_000;
const SWEEP_BATCH = 50;

/** What a deleted record gives up beside its output: the tables of its result, which no list shows. */
const FREED_TABLES = {
  $set: {
    'result.perPair': [],
    'result.perExitReason': [],
    'result.equityTMs': [],
    'result.equity': [],
    'result.warnings': [],
  },
  $unset: {
    'result.days': 1,
    'result.data': 1,
    'checks.lookahead.biasedIndicators': 1,
    'checks.recursive.indicators': 1,
    'checks.recursive.lookaheadIndicators': 1,
  },
} as const;

/** The size of a record, and of what is kept beside it. */
function withRecord(besideBytes: number) {
  return { $set: { storedBytes: { $add: [besideBytes, { $bsonSize: '$$ROOT' }] } } };
}

/** What queueing a backtest stores. */
export function queuedBytes(record: BacktestRecord, inputs: BacktestInputs): number {
  return Buffer.byteLength(JSON.stringify([record, inputs]));
}

/**
 * What accounts' backtests take of the store, and how much they may. Each record says what it holds: its request while it waits, the most
 * that a run can take while it runs, and what was measured once it has ended. An account's use is their sum, so that no crash makes
 * it drift.
 */
export class BacktestStorage {
  readonly #records: ReturnType<typeof backtestModel>;
  readonly #inputs: ReturnType<typeof inputsModel>;

  constructor(
    private readonly connection: Connection,
    private readonly output: RunOutput,
    private readonly clock: Clock,
    /** Of one account, in bytes. */
    readonly quotaBytes: number,
    private readonly logger: Logger,
  ) {
    this.#records = backtestModel(connection);
    this.#inputs = inputsModel(connection);
  }

  /** Marks what ended before there was a quota, so that the next sweep measures it. */
  async initialize(): Promise<void> {
    const unmeasured = { finishedAt: { $exists: true }, storedBytes: { $exists: false } };
    await this.#records.updateMany(unmeasured, { $set: { storageDue: true } });
  }

  /** Returns the bytes that the account's backtests hold or have reserved. */
  async usedBytes(accountId: string, session?: ClientSession): Promise<number> {
    const [sum] = await this.#records
      .aggregate<{ bytes: number }>([
        { $match: { accountId } },
        { $group: { _id: null, bytes: { $sum: '$storedBytes' } } },
      ])
      .session(session ?? null);
    return Number(sum?.bytes ?? 0);
  }

  /** Throws `quota_exceeded` where the account has no space for one more run. */
  async requireRoom(accountId: string, session?: ClientSession): Promise<void> {
    const used = await this.usedBytes(accountId, session);
    if (used + RUN_BYTES_MAX <= this.quotaBytes) return;
    throw new PlatformError('quota_exceeded', {
      message: `The account's backtests hold ${used} of ${this.quotaBytes} bytes, and a run may take ${RUN_BYTES_MAX}.`,
      details: { used_bytes: used, limit_bytes: this.quotaBytes, run_bytes: RUN_BYTES_MAX },
    });
  }

  /**
   * Returns whether a run that has reserved its space has it, beside what the account holds and what runs reserved that began before it: of
   * two that begin at once the first stays where one fits.
   */
  async hasRoom(run: Pick<BacktestRecord, '_id' | 'accountId' | 'startedAt'>): Promise<boolean> {
    const { _id, accountId, startedAt = this.clock.now() } = run;
    const later = { $or: [{ startedAt: { $gt: startedAt } }, { startedAt, _id: { $gt: _id } }] };
    const usedBytes = await inTransaction(this.connection, async (session) => {
      const reserved = await this.#records
        .find({ status: 'running', accountId, ...later }, { storedBytes: 1 })
        .session(session)
        .lean<Pick<BacktestRecord, 'storedBytes'>[]>();
      const usedBytes = await this.usedBytes(accountId, session);
      return reserved.reduce((bytes, { storedBytes = 0 }) => bytes - Number(storedBytes), usedBytes);
    });
    return usedBytes <= this.quotaBytes;
  }

  /** Removes what the backtest's earlier attempts left, and the trades where they are never read; returns the update that measures. */
  async settle(attempt: Attempt, keepTrades: boolean) {
    await this.output.keepLatest(attempt, keepTrades);
    return withRecord(await this.#besideBytes(attempt.backtestId));
  }

  /**
   * Frees what deleted backtests held, and measures what ended without its worker; returns the number of records. One that can't be
   * is left to the next sweep.
   */
  async sweep(): Promise<number> {
    const deletedBefore = new Date(this.clock.nowMs() - FREED_AFTER_MS);
    const due = { storageDue: true, $or: [{ deletedAt: { $exists: false } }, { deletedAt: { $lte: deletedBefore } }] };
    let swept = 0;
    for (let after = ''; ; ) {
      const batch = await this.#records
        .find({ ...due, _id: { $gt: after } }, { deletedAt: 1 })
        .sort({ _id: 1 })
        .limit(SWEEP_BATCH)
        .lean<Pick<BacktestRecord, '_id' | 'deletedAt'>[]>();
      for (const { _id, deletedAt } of batch) {
        after = _id;
        if (await this.#trySettle(_id, deletedAt !== undefined)) swept += 1;
      }
      if (batch.length < SWEEP_BATCH) return swept;
    }
  }

  async #trySettle(backtestId: string, deleted: boolean): Promise<boolean> {
    try {
      await this.#settleEnded(backtestId, deleted);
      return true;
    } catch (error) {
      this.logger.error({ err: error, backtest: backtestId }, 'what a backtest holds could not be measured or freed');
      return false;
    }
  }

  async #settleEnded(backtestId: string, deleted: boolean): Promise<void> {
    if (deleted) {
      await this.output.remove([backtestId]);
      await this.#inputs.deleteOne({ _id: backtestId });
      await this.#records.updateOne({ _id: backtestId, result: { $exists: true } }, FREED_TABLES);
    }
    const besideBytes = await this.#besideBytes(backtestId);
    // One that was deleted since the read stays due.
    const seen = { _id: backtestId, deletedAt: { $exists: deleted } };
    await this.#records.updateOne(seen, [{ $unset: 'storageDue' }, withRecord(besideBytes)], { updatePipeline: true });
  }

  async #besideBytes(backtestId: string): Promise<number> {
    const [inputs] = await this.#inputs.aggregate<{ bytes: number }>([
      { $match: { _id: backtestId } },
      { $project: { bytes: { $bsonSize: '$$ROOT' } } },
    ]);
    return (inputs?.bytes ?? 0) + (await this.output.storedBytes(backtestId));
  }
}
