import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { type DifferenceKind, type WalletBookRecord, walletBookModel } from './model.js';

/** Guards a wallet's money: serializes spending and holds the fences. */
export class WalletBooks {
  readonly #books: ReturnType<typeof walletBookModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#books = walletBookModel(connection);
  }

  /** Creates the indexes; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#books.createIndexes();
  }

  /**
   * Locks the wallet's book for the rest of the transaction: of two concurrent ones, one is retried and sees the other's result. Throws
   * `wallet_upstream_unavailable` while the wallet is fenced.
   */
  async takeForSpending(walletId: string, session: ClientSession): Promise<void> {
    const book = await this.#books
      .findOneAndUpdate(
        { _id: walletId },
        { $inc: { version: 1 }, $set: { checkAt: this.clock.now() } },
        { upsert: true, returnDocument: 'after', session },
      )
      .orFail()
      .lean<WalletBookRecord>();
    if (book.fence !== undefined)
      throw new PlatformError('wallet_upstream_unavailable', { details: { reason: 'balance_under_review' } });
  }

  /** Returns whether money may not leave the wallet now: checked before signing; `takeForSpending` decides. */
  async isFenced(walletId: string): Promise<boolean> {
    return (await this.#books.exists({ _id: walletId, 'fence.at': { $exists: true } })) !== null;
  }

  /** Stops all money from leaving the wallet until an operator lifts the fence; returns `false` when it was fenced already. */
  async fence(walletId: string, reason: string): Promise<boolean> {
    await this.#open(walletId);
    const { modifiedCount } = await this.#books.updateOne(
      { _id: walletId, fence: { $exists: false } },
      { $inc: { version: 1 }, $set: { fence: { reason, at: this.clock.now() } } },
    );
    return modifiedCount > 0;
  }

  /** Allows money to leave again. */
  async liftFence(walletId: string): Promise<void> {
    await this.#books.updateOne({ _id: walletId }, { $inc: { version: 1 }, $unset: { fence: 1, difference: 1 } });
  }

  /** Returns the fenced wallets. */
  fenced(): Promise<WalletBookRecord[]> {
    return this.#books.find({ 'fence.at': { $exists: true } }).lean<WalletBookRecord[]>();
  }

  /** Returns how many wallets are fenced, and how many differ from the chain, by kind of difference. */
  async counts(): Promise<Readonly<Record<'fenced' | DifferenceKind, number>>> {
    const [fenced, short, surplus] = await Promise.all([
      this.#books.countDocuments({ 'fence.at': { $exists: true } }),
      this.#books.countDocuments({ 'difference.kind': 'short' }),
      this.#books.countDocuments({ 'difference.kind': 'surplus' }),
    ]);
    return { fenced, short, surplus };
  }

  /** Marks the wallets as due for a check, since their money has changed in this transaction. */
  async haveChecked(walletIds: ReadonlySet<string>, session: ClientSession): Promise<void> {
    const update = { $set: { checkAt: this.clock.now() }, $setOnInsert: { version: 0 } };
    const writes = [...walletIds].map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } }));
    await this.#books.bulkWrite(writes, { session });
  }

  /** Returns the wallets that are due for a check, those that wait longest first. */
  due(limit: number): Promise<WalletBookRecord[]> {
    return this.#books
      .find({ checkAt: { $exists: true } })
      .sort({ checkAt: 1 })
      .limit(limit)
      .lean<WalletBookRecord[]>();
  }

  /** Notes that a wallet was checked; it stays due when it needs another check, or has changed since. */
  async looked({ _id, checkAt }: WalletBookRecord, isAgain: boolean): Promise<void> {
    const change = isAgain ? { $set: { checkAt: this.clock.now() } } : { $unset: { checkAt: 1 as const } };
    await this.#books.updateOne({ _id, ...(checkAt === undefined ? {} : { checkAt }) }, change);
  }

  /**
   * Notes the result of a reading at a block, unless a later block was read before; returns how often the same result has been seen in
   * succession. Results are compared by kind alone: neither a restart nor another amount resets the count.
   */
  async note(walletId: string, kind: DifferenceKind | 'agrees', block: number): Promise<number> {
    const isLater = { $or: [{ difference: { $exists: false } }, { 'difference.block': { $lt: block } }] };
    if (kind === 'agrees') {
      await this.#books.updateOne({ _id: walletId, 'difference.block': { $lt: block } }, { $unset: { difference: 1 } });
      return 0;
    }
    await this.#open(walletId);
    const isSame = { $eq: ['$difference.kind', kind] };
    const readings = { $cond: [isSame, { $add: ['$difference.readings', 1] }, 1] };
    const since = { $cond: [isSame, '$difference.since', this.clock.now()] };
    const book = await this.#books
      .findOneAndUpdate({ _id: walletId, ...isLater }, [{ $set: { difference: { kind, readings, block, since } } }], {
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<WalletBookRecord>();
    return book?.difference?.readings ?? 0;
  }

  async #open(walletId: string): Promise<void> {
    await this.#books.updateOne({ _id: walletId }, { $setOnInsert: { version: 0 } }, { upsert: true });
  }
}
