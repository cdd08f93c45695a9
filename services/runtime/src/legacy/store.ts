import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { BacktestView } from '../records/record.js';
import { type LegacyRecord, type LegacyStrategy, legacyModel } from './record.js';

/** Records of the older platform: read by id and deleted, never listed, never run. */
export class LegacyBacktests {
  readonly #records: ReturnType<typeof legacyModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#records = legacyModel(connection);
  }

  /** Makes the indexes that the sweep uses. */
  async initialize(): Promise<void> {
    await this.#records.createIndexes();
  }

  /** Returns the account's ended records among these ids. */
  async findMany(accountId: string, ids: readonly string[]): Promise<BacktestView[]> {
    const filter = { _id: { $in: ids }, accountId, state: 'ended', deletedAt: { $exists: false } } as const;
    const found = await this.#records.find(filter, { strategy: 0 }).lean<LegacyRecord[]>();
    return found.flatMap((record) => viewOf(record) ?? []);
  }

  /** Returns what an ended record was given to run. Throws `backtest_not_found`, and `unsupported_runtime_record` where it is not kept. */
  async readStrategy(accountId: string, id: string): Promise<LegacyStrategy> {
    const { state, strategy } = await this.#find(accountId, id);
    if (state !== 'ended' || strategy === undefined) throw new PlatformError('unsupported_runtime_record');
    return strategy;
  }

  /** Refuses what no older record has: its lines and its trades. Throws `backtest_not_found` and `unsupported_runtime_record`. */
  async refuse(accountId: string, id: string): Promise<never> {
    await this.#find(accountId, id);
    throw new PlatformError('unsupported_runtime_record');
  }

  /**
   * Hides an ended record from its owner; repeating it returns the same record. It reads this store alone.
   * Throws `backtest_not_found`, and `unsupported_runtime_record` for one that has not ended or is ambiguous.
   */
  async delete(accountId: string, id: string): Promise<BacktestView> {
    const hidden = await this.#records
      .findOneAndUpdate(
        { _id: id, accountId, state: 'ended' },
        [{ $set: { deletedAt: { $ifNull: ['$deletedAt', this.clock.now()] } } }],
        { returnDocument: 'after', updatePipeline: true },
      )
      .lean<LegacyRecord>();
    const view = hidden === null ? undefined : viewOf(hidden);
    return view ?? this.refuse(accountId, id);
  }

  /** Leaves nothing but ids of what was imported or deleted before an instant; returns the number emptied. */
  async purge({ importedBefore, deletedBefore }: { importedBefore: Date; deletedBefore: Date }): Promise<number> {
    const filter = { $or: [{ importedAt: { $lt: importedBefore } }, { deletedAt: { $lt: deletedBefore } }] };
    const emptied = { $replaceWith: { _id: '$_id', state: 'removed' } };
    const { modifiedCount } = await this.#records.updateMany(filter, [emptied], { updatePipeline: true });
    return modifiedCount;
  }

  async #find(accountId: string, id: string): Promise<LegacyRecord> {
    const record = await this.#records
      .findOne({ _id: id, accountId, deletedAt: { $exists: false } })
      .lean<LegacyRecord>();
    if (record === null) throw new PlatformError('backtest_not_found');
    return record;
  }
}

function viewOf({ _id, view, deletedAt }: LegacyRecord): BacktestView | undefined {
  return view && { _id, ...view, ...(deletedAt !== undefined && { deletedAt }) };
}
