import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { creationOrder } from '@platform/kit/cursors';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { isLegacyId } from '../legacy/record.js';
import type { LegacyBacktests } from '../legacy/store.js';
import { type BacktestInputs, type BacktestStrategy, inputsModel } from '../records/inputs.js';
import type { LogLines } from '../records/log-lines.js';
import { stageOf } from '../records/moves.js';
import type { PlacedTrade, RunOutput, TradePage } from '../records/output.js';
import {
  type BacktestRecord,
  type BacktestSummary,
  type BacktestView,
  backtestModel,
  SUMMARY,
  summaryOf,
  VIEW,
  viewOf,
} from '../records/record.js';
import { type BacktestEffect, type BacktestStatus, backtestTransitions } from '../records/state.js';
import { queuedBytes } from '../records/storage.js';

/** The filters of a list. */
export interface BacktestFilter {
  readonly status?: BacktestStatus | undefined;
  /** Any of these; empty: any. With `status` both apply. */
  readonly statuses?: readonly BacktestStatus[];
  readonly held?: boolean | undefined;
  /** The whole name. */
  readonly name?: string | undefined;
  readonly venue?: string | undefined;
  /** Canonical; of one of its markets. */
  readonly symbol?: string | undefined;
  /** Of its strategy file, lower-case hex. */
  readonly codeSha256?: string | undefined;
}

/** A finished backtest, whole or as lists show it, and the class that its request named: its framework's id where that named none. */
export type FinishedBacktest = { readonly strategyName: string } & (
  | { readonly whole: BacktestView }
  | { readonly figures: BacktestSummary }
);

const NOT_DELETED = { deletedAt: { $exists: false } } as const;
const cancelled = (how: 'deleted' | 'cancelled') =>
  ({ code: 'cancelled', message: `The backtest was ${how} before it ended.`, findings: [] }) as const;
const END_ATTEMPTS_MAX = 5;
const SWEEP_BATCH = 200;
/** What is read for one answer; the largest result takes somewhat more than a mebibyte. */
const BATCH_BYTES_MAX = 4 * 1024 * 1024;

/** A backtest that its caller ended; `effects` holds `stop_run` when a worker must be told. */
interface EndedByCaller {
  readonly backtest: BacktestView;
  readonly effects: readonly BacktestEffect[];
}

/** The backtests of accounts: adding, reading, deleting. Workers use the queue instead. */
export class BacktestStore {
  readonly #records: ReturnType<typeof backtestModel>;
  readonly #inputs: ReturnType<typeof inputsModel>;

  constructor(
    connection: Connection,
    private readonly output: RunOutput,
    private readonly legacy: LegacyBacktests,
    private readonly clock: Clock,
  ) {
    this.#records = backtestModel(connection);
    this.#inputs = inputsModel(connection);
  }

  /** Makes the indexes; without the unique one two runs could hold one slot. */
  async initialize(): Promise<void> {
    await Promise.all([this.#records.createIndexes(), this.legacy.initialize()]);
  }

  /** Queues a backtest with what its run reads, in the caller's transaction. */
  async insert(record: BacktestRecord, inputs: BacktestInputs, session: ClientSession): Promise<void> {
    await this.#inputs.create([inputs], { session });
    await this.#records.create([{ ...record, storedBytes: queuedBytes(record, inputs) }], { session });
  }

  /** Returns how many of an account's backtests are in a status. */
  async count(accountId: string, status: BacktestStatus, session?: ClientSession): Promise<number> {
    return this.#records.countDocuments({ accountId, status }).session(session ?? null);
  }

  /** Returns the account's backtests among these ids, in the caller's order, ended older records too. Throws `response_too_large`. */
  async findMany(accountId: string, ids: readonly string[]): Promise<BacktestView[]> {
    const olderIds = ids.filter(isLegacyId);
    if (olderIds.length === 0) return this.#findOwn(accountId, ids);
    const older = this.legacy.findMany(accountId, olderIds);
    const own = this.#findOwn(
      accountId,
      ids.filter((id) => !isLegacyId(id)),
    );
    const byId = new Map((await Promise.all([older, own])).flat().map((view) => [view._id, view]));
    return ids.flatMap((wanted) => byId.get(wanted) ?? []);
  }

  async #findOwn(accountId: string, ids: readonly string[]): Promise<BacktestView[]> {
    const [id, ...more] = ids;
    if (id === undefined) return [];
    if (more.length > 0) await this.#requireReadable(accountId, ids);
    // An id with no other condition is the database's shortest way; whose the record is, is looked at here.
    const found = await this.#records.find({ _id: more.length === 0 ? id : { $in: ids } }).lean<BacktestRecord[]>();
    const own = found.filter((record) => record.accountId === accountId && record.deletedAt === undefined);
    const byId = new Map(own.map((record) => [record._id, viewOf(record)]));
    return ids.flatMap((wanted) => byId.get(wanted) ?? []);
  }

  /** Returns up to `limit` of the account's backtests that match `older`, newest first. */
  async list(
    accountId: string,
    { status, statuses = [], held, name, venue, symbol, codeSha256 }: BacktestFilter,
    { older, limit }: { older: object; limit: number },
  ): Promise<BacktestSummary[]> {
    const query: Readonly<Record<string, unknown>> = {
      accountId,
      ...NOT_DELETED,
      ...statusFilter(status, statuses),
      ...(held === undefined ? {} : { held: held ? true : { $ne: true } }),
      ...(name === undefined ? {} : { name }),
      ...(venue === undefined ? {} : { venue }),
      ...(symbol === undefined ? {} : { canonicalSymbols: symbol }),
      ...(codeSha256 === undefined ? {} : { codeSha256 }),
      ...older,
    };
    const found = this.#records.find(query, SUMMARY).sort(creationOrder).limit(limit);
    return (await found.lean<BacktestSummary[]>()).map(summaryOf);
  }

  /** One result is bounded where it is written; many together are here, before any is loaded. */
  async #requireReadable(accountId: string, ids: readonly string[]): Promise<void> {
    const [sum] = await this.#records.aggregate<{ bytes: number }>([
      { $match: { _id: { $in: ids }, accountId } },
      { $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } },
    ]);
    requireBatchSize(sum);
  }

  /** Returns what a backtest was given to run. Throws `backtest_not_found`, and `unsupported_runtime_record` of an older one. */
  async readStrategy(accountId: string, backtestId: string): Promise<BacktestStrategy> {
    if (isLegacyId(backtestId)) return this.legacy.readStrategy(accountId, backtestId);
    await this.#latestAttempt(accountId, backtestId);
    const strategy = await this.#inputs
      .findOne({ _id: backtestId }, { code: 1, configJson: 1, strategyClass: 1 })
      .lean<BacktestStrategy>();
    if (strategy === null) throw new PlatformError('backtest_not_found');
    return strategy;
  }

  /** Returns the ids of the account's finished backtests among these, in the caller's order. */
  async finishedAmong(accountId: string, ids: readonly string[]): Promise<string[]> {
    const found = await this.#records
      .find({ _id: { $in: ids }, accountId, status: 'finished', ...NOT_DELETED }, { _id: 1 })
      .lean<Pick<BacktestRecord, '_id'>[]>();
    const finished = new Set(found.map(({ _id }) => _id));
    return ids.filter((id) => finished.has(id));
  }

  /** Returns a finished backtest, with or without the tables of its result. Throws `backtest_not_found` for any other. */
  async readFinished(accountId: string, backtestId: string, tables: boolean): Promise<FinishedBacktest> {
    const filter = { _id: backtestId, accountId, status: 'finished', ...NOT_DELETED } as const;
    const kept = tables ? VIEW : SUMMARY;
    const [found, inputs] = await Promise.all([
      this.#records.findOne(filter, kept).lean<BacktestView & BacktestSummary>(),
      this.#inputs.findOne({ _id: backtestId }, { strategyClass: 1 }).lean<Pick<BacktestInputs, 'strategyClass'>>(),
    ]);
    if (found === null) throw new PlatformError('backtest_not_found');
    const strategyName = inputs?.strategyClass ?? found.framework.id;
    return { strategyName, ...(tables ? { whole: viewOf(found) } : { figures: summaryOf(found) }) };
  }

  /** Returns what the account's backtests among these ids were given to run, in the caller's order. Throws `response_too_large`. */
  async readStrategies(accountId: string, ids: readonly string[]): Promise<(BacktestStrategy & { _id: string })[]> {
    const own = await this.#records
      .find({ _id: { $in: ids }, accountId, ...NOT_DELETED }, { _id: 1 })
      .lean<Pick<BacktestRecord, '_id'>[]>();
    const ownIds = own.map(({ _id }) => _id);
    const [sum] = await this.#inputs.aggregate<{ bytes: number }>([
      { $match: { _id: { $in: ownIds } } },
      {
        $group: { _id: null, bytes: { $sum: { $add: [{ $strLenBytes: '$code' }, { $strLenBytes: '$configJson' }] } } },
      },
    ]);
    requireBatchSize(sum);
    const found = await this.#inputs
      .find({ _id: { $in: ownIds } }, { code: 1, configJson: 1, strategyClass: 1 })
      .lean<(BacktestStrategy & { _id: string })[]>();
    const byId = new Map(found.map((strategy) => [strategy._id, strategy]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns the lines that the latest attempt printed. Throws `backtest_not_found`, and `unsupported_runtime_record` of an older one. */
  async readLogs(accountId: string, backtestId: string): Promise<LogLines> {
    const { epoch } = await this.#latestAttempt(accountId, backtestId);
    return this.output.readLogs({ backtestId, epoch });
  }

  /**
   * Returns up to `limit` trades of a finished backtest, those after a position; none of any other. Throws `backtest_not_found`, and
   * `unsupported_runtime_record` of an older one.
   */
  async readTrades(accountId: string, backtestId: string, page: TradePage): Promise<PlacedTrade[]> {
    const { status, epoch } = await this.#latestAttempt(accountId, backtestId);
    return status === 'finished' ? this.output.readTrades({ backtestId, epoch }, page) : [];
  }

  async #latestAttempt(accountId: string, backtestId: string): Promise<{ status: BacktestStatus; epoch: number }> {
    if (isLegacyId(backtestId)) return this.legacy.refuse(accountId, backtestId);
    const record = await this.#records
      .findOne({ _id: backtestId, accountId, ...NOT_DELETED }, { lease: 1, status: 1 })
      .lean<Pick<BacktestRecord, 'lease' | 'status'>>();
    if (record === null) throw new PlatformError('backtest_not_found');
    return { status: record.status, epoch: record.lease?.epoch ?? 0 };
  }

  /**
   * Lets a held backtest run, and returns whether it was held; any other stays as it is. Throws `backtest_not_found`, and
   * `unsupported_runtime_record` of an older one that has not ended or is ambiguous.
   */
  async start(accountId: string, backtestId: string): Promise<{ backtest: BacktestView; wasHeld: boolean }> {
    // Of a start and a deletion at once the first alone finds it held.
    const started = await this.#records
      .findOneAndUpdate(
        { _id: backtestId, accountId, held: true, ...NOT_DELETED },
        { $unset: { held: 1 }, $set: { releasedAt: this.clock.now() } },
        { returnDocument: 'after', projection: VIEW },
      )
      .lean<BacktestView>();
    if (started !== null) return { backtest: viewOf(started), wasHeld: true };
    const [backtest] = await this.findMany(accountId, [backtestId]);
    if (backtest !== undefined) return { backtest, wasHeld: false };
    if (isLegacyId(backtestId)) return this.legacy.refuse(accountId, backtestId);
    throw new PlatformError('backtest_not_found');
  }

  /**
   * Deletes a backtest, ending it as `cancelled` where it has not ended; repeating it returns the same record, without the tables of
   * its result once its storage is freed.
   * `effects` holds `stop_run` when a worker must be told. Throws `backtest_not_found`, and `unsupported_runtime_record` of an
   * older one that has not ended or is ambiguous.
   */
  async delete(accountId: string, backtestId: string): Promise<EndedByCaller> {
    if (isLegacyId(backtestId)) return { backtest: await this.legacy.delete(accountId, backtestId), effects: [] };
    return this.#end(accountId, backtestId, 'deleted');
  }

  /**
   * Ends a backtest as `cancelled` and keeps its record; one that has ended stays as it is. `effects` as above. Throws
   * `backtest_not_found`, and `unsupported_runtime_record` of an older one.
   */
  async cancel(accountId: string, backtestId: string): Promise<EndedByCaller> {
    if (isLegacyId(backtestId)) return this.legacy.refuse(accountId, backtestId);
    const ended = await this.#end(accountId, backtestId, 'cancelled');
    if (ended.backtest.deletedAt !== undefined) throw new PlatformError('backtest_not_found');
    return ended;
  }

  async #end(accountId: string, backtestId: string, how: 'deleted' | 'cancelled'): Promise<EndedByCaller> {
    for (let attempt = 0; attempt < END_ATTEMPTS_MAX; attempt += 1) {
      const seen = await this.#records.findOne({ _id: backtestId, accountId }, VIEW).lean<BacktestView>();
      if (seen === null) throw new PlatformError('backtest_not_found');
      // One that has ended stays as it ended.
      const isActive = backtestTransitions.allows(seen.status, 'cancelled');
      if (seen.deletedAt !== undefined || (how === 'cancelled' && !isActive))
        return { backtest: viewOf(seen), effects: [] };
      const now = this.clock.now();
      const transition = isActive ? backtestTransitions.of(seen.status, 'cancelled') : { to: seen.status, effects: [] };
      const stages = [
        stageOf(transition, { event: 'cancelled', error: cancelled(how) }, now),
        { $set: { ...(how === 'deleted' && { deletedAt: now }), storageDue: true } },
      ];
      const ended = await this.#records
        .findOneAndUpdate({ _id: backtestId, status: seen.status, ...NOT_DELETED }, stages, {
          returnDocument: 'after',
          updatePipeline: true,
          projection: VIEW,
        })
        .lean<BacktestView>();
      if (ended !== null) return { backtest: viewOf(ended), effects: transition.effects };
    }
    throw new Error(`${backtestId} changed its status ${END_ATTEMPTS_MAX} times while it was being ${how}`);
  }

  /** Removes for good what ended, of older records what was imported, or was deleted before an instant; returns the number removed. */
  async purge(instants: { endedBefore: Date; deletedBefore: Date }): Promise<number> {
    const older = await this.legacy.purge({ ...instants, importedBefore: instants.endedBefore });
    const filter = {
      $or: [{ finishedAt: { $lt: instants.endedBefore } }, { deletedAt: { $lt: instants.deletedBefore } }],
    };
    let removed = older;
    for (;;) {
      const batch = await this.#records.find(filter, { _id: 1 }).limit(SWEEP_BATCH).lean<{ _id: string }[]>();
      if (batch.length === 0) return removed;
      const ids = batch.map(({ _id }) => _id);
      await this.output.remove(ids);
      await this.#inputs.deleteMany({ _id: { $in: ids } });
      await this.#records.deleteMany({ _id: { $in: ids } });
      removed += ids.length;
    }
  }
}

function statusFilter(status: BacktestStatus | undefined, statuses: readonly BacktestStatus[]) {
  if (statuses.length === 0) return status === undefined ? {} : { status };
  return { status: { $in: statuses.filter((each) => status === undefined || each === status) } };
}

function requireBatchSize(sum: { readonly bytes: number } | undefined): void {
  if (sum === undefined || sum.bytes <= BATCH_BYTES_MAX) return;
  throw new PlatformError('response_too_large', { details: { maximum_bytes: BATCH_BYTES_MAX } });
}
