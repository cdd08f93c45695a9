import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { type Token, tokenName } from '../chains/token.js';
import { type Location, type VenueLocation, type WalletLocation, walletAt } from './locations.js';
import { type BookRecord, bookModel, type DifferenceKind } from './model.js';

/** Guards the money at each location: serializes spending and holds the fences. */
export class Books {
  readonly #books: ReturnType<typeof bookModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#books = bookModel(connection);
  }

  /** Creates the indexes; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#books.createIndexes();
  }

  /**
   * Locks a location's book for the rest of the transaction: of two concurrent ones, one is retried and sees the other's result. Throws
   * `wallet_upstream_unavailable` while the location is fenced.
   */
  async takeForSpending(location: WalletLocation | VenueLocation, session: ClientSession): Promise<void> {
    const book = await this.#books
      .findOneAndUpdate(
        { _id: location },
        { $inc: { version: 1 }, $set: { checkAt: this.clock.now() }, $setOnInsert: tokenOf(location) },
        { upsert: true, returnDocument: 'after', session },
      )
      .orFail()
      .lean<BookRecord>();
    if (book.fence !== undefined)
      throw new PlatformError('wallet_upstream_unavailable', { details: { reason: 'balance_under_review' } });
  }

  /** Returns whether money may not leave a location now: checked before signing; `takeForSpending` decides. */
  async isFenced(location: WalletLocation): Promise<boolean> {
    return (await this.#books.exists({ _id: location, 'fence.at': { $exists: true } })) !== null;
  }

  /** Stops all money from leaving a location until an operator lifts the fence; returns `false` when it was fenced already. */
  async fence(location: Location, reason: string): Promise<boolean> {
    await this.#open(location);
    const { modifiedCount } = await this.#books.updateOne(
      { _id: location, fence: { $exists: false } },
      { $inc: { version: 1 }, $set: { fence: { reason, at: this.clock.now() } } },
    );
    return modifiedCount > 0;
  }

  /** Allows money to leave again. */
  async liftFence(location: Location): Promise<void> {
    await this.#books.updateOne({ _id: location }, { $inc: { version: 1 }, $unset: { fence: 1, difference: 1 } });
  }

  /** Returns the fenced locations. */
  fenced(): Promise<BookRecord[]> {
    return this.#books.find({ 'fence.at': { $exists: true } }).lean<BookRecord[]>();
  }

  /** Returns how many locations are fenced, and how many differ from the chain, by kind of difference. */
  async counts(): Promise<Readonly<Record<'fenced' | DifferenceKind, number>>> {
    const [fenced, short, surplus] = await Promise.all([
      this.#books.countDocuments({ 'fence.at': { $exists: true } }),
      this.#books.countDocuments({ 'difference.kind': 'short' }),
      this.#books.countDocuments({ 'difference.kind': 'surplus' }),
    ]);
    return { fenced, short, surplus };
  }

  /** Marks wallets' locations as due for a check, since their money has changed in this transaction. */
  async haveChecked(locations: ReadonlySet<WalletLocation>, session: ClientSession): Promise<void> {
    if (locations.size === 0) return;
    const $set = { checkAt: this.clock.now() };
    const writes = [...locations].map((_id) => {
      const update = { $set, $setOnInsert: { version: 0, ...tokenOf(_id) } };
      return { updateOne: { filter: { _id }, update, upsert: true } };
    });
    await this.#books.bulkWrite(writes, { session });
  }

  /** Returns the locations of a token that are due for a check, those that wait longest first. */
  due(token: Token, limit: number): Promise<BookRecord[]> {
    return this.#books
      .find({ token: tokenName(token), checkAt: { $exists: true } })
      .sort({ checkAt: 1 })
      .limit(limit)
      .lean<BookRecord[]>();
  }

  /** Notes that a location was checked; it stays due when it needs another check, or has changed since. */
  async looked({ _id, checkAt }: Pick<BookRecord, '_id' | 'checkAt'>, isAgain: boolean): Promise<void> {
    const change = isAgain ? { $set: { checkAt: this.clock.now() } } : { $unset: { checkAt: 1 as const } };
    await this.#books.updateOne({ _id, ...(checkAt === undefined ? {} : { checkAt }) }, change);
  }

  /**
   * Notes the result of a reading at a block, unless a later block was read before; returns how often the same result has been seen in
   * succession. Results are compared by kind alone: neither a restart nor another amount resets the count.
   */
  async note(location: WalletLocation, kind: DifferenceKind | 'agrees', block: number): Promise<number> {
    const isLater = { $or: [{ difference: { $exists: false } }, { 'difference.block': { $lt: block } }] };
    if (kind === 'agrees') {
      await this.#books.updateOne({ _id: location, 'difference.block': { $lt: block } }, { $unset: { difference: 1 } });
      return 0;
    }
    await this.#open(location);
    const isSame = { $eq: ['$difference.kind', kind] };
    const readings = { $cond: [isSame, { $add: ['$difference.readings', 1] }, 1] };
    const since = { $cond: [isSame, '$difference.since', this.clock.now()] };
    const book = await this.#books
      .findOneAndUpdate({ _id: location, ...isLater }, [{ $set: { difference: { kind, readings, block, since } } }], {
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<BookRecord>();
    return book?.difference?.readings ?? 0;
  }

  async #open(location: Location): Promise<void> {
    const first = { version: 0, ...tokenOf(location) };
    await this.#books.updateOne({ _id: location }, { $setOnInsert: first }, { upsert: true });
  }
}

function tokenOf(location: Location): { token?: string } {
  const place = walletAt(location);
  return place === undefined ? {} : { token: tokenName(place.token) };
}
