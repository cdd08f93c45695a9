import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { type DifferenceKind, type WalletBookRecord, walletBookModel } from './model.js';

/** What stands between a wallet's money and those who ask for it. */
export class WalletBooks {
  readonly #books: ReturnType<typeof walletBookModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#books = walletBookModel(connection);
  }

  /** Makes the indexes; to be awaited before the first call. */
  async initialize(): Promise<void> {
    await this.#books.createIndexes();
  }

  /**
   * Takes the wallet's book for the rest of the transaction: of two at once, one is run again and sees what the other did.
   * Throws `wallet_upstream_unavailable` while the wallet is fenced.
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

  /** Whether nothing may leave the wallet now: for what is about to be signed, before `takeForSpending` decides. */
  async isFenced(walletId: string): Promise<boolean> {
    return (await this.#books.exists({ _id: walletId, 'fence.at': { $exists: true } })) !== null;
  }

  /** Stops everything that would leave the wallet, until an operator lifts it; `false` when it was stopped already. */
  async fence(walletId: string, reason: string): Promise<boolean> {
    await this.#open(walletId);
    const { modifiedCount } = await this.#books.updateOne(
      { _id: walletId, fence: { $exists: false } },
      { $inc: { version: 1 }, $set: { fence: { reason, at: this.clock.now() } } },
    );
    return modifiedCount > 0;
  }

  /** Lets money leave again. */
  async liftFence(walletId: string): Promise<void> {
    await this.#books.updateOne({ _id: walletId }, { $inc: { version: 1 }, $unset: { fence: 1, difference: 1 } });
  }

  /** The wallets that are fenced. */
  fenced(): Promise<WalletBookRecord[]> {
    return this.#books.find({ 'fence.at': { $exists: true } }).lean<WalletBookRecord[]>();
  }

  /** How many wallets are fenced, and how many differ from the chain for whatever reason. */
  async counts(): Promise<Readonly<Record<'fenced' | DifferenceKind, number>>> {
    const [fenced, short, surplus] = await Promise.all([
      this.#books.countDocuments({ 'fence.at': { $exists: true } }),
      this.#books.countDocuments({ 'difference.kind': 'short' }),
      this.#books.countDocuments({ 'difference.kind': 'surplus' }),
    ]);
    return { fenced, short, surplus };
  }

  /** Has the checker look at the wallets before their turn, since their money has changed in this transaction. */
  async haveChecked(walletIds: ReadonlySet<string>, session: ClientSession): Promise<void> {
    const update = { $set: { checkAt: this.clock.now() }, $setOnInsert: { version: 0 } };
    const writes = [...walletIds].map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } }));
    await this.#books.bulkWrite(writes, { session });
  }

  /** The wallets that the checker is to look at before their turn, those that wait for longest first. */
  due(limit: number): Promise<WalletBookRecord[]> {
    return this.#books
      .find({ checkAt: { $exists: true } })
      .sort({ checkAt: 1 })
      .limit(limit)
      .lean<WalletBookRecord[]>();
  }

  /** Notes that a wallet was looked at; it stays due where it is to be looked at again, or has changed since. */
  async looked({ _id, checkAt }: WalletBookRecord, isAgain: boolean): Promise<void> {
    const change = isAgain ? { $set: { checkAt: this.clock.now() } } : { $unset: { checkAt: 1 as const } };
    await this.#books.updateOne({ _id, ...(checkAt === undefined ? {} : { checkAt }) }, change);
  }

  /**
   * Notes what a reading at a block came to, if no later block was read before; gives how often the same has been seen in
   * succession. By count and kind alone: neither a restart nor another amount begins again.
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
