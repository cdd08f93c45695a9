import type { Clock } from '@platform/clock';
import { PlatformError } from '@platform/errors';
import type { MicroUsdc } from '@platform/money';
import type { ClientSession, Connection } from '@platform/mongo';
import { type WalletBookRecord, walletBookModel } from './model.js';

/** What stands between a wallet's money and whoever asks for it. */
export class WalletBooks {
  readonly #books: ReturnType<typeof walletBookModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#books = walletBookModel(connection);
  }

  /**
   * Takes the wallet's book for the rest of the transaction: of two at once, one is run again and sees what the other did.
   * Throws `wallet_upstream_unavailable` while the wallet is fenced.
   */
  async takeForSpending(walletId: string, session: ClientSession): Promise<void> {
    const book = await this.#books
      .findOneAndUpdate({ _id: walletId }, { $inc: { version: 1 } }, { upsert: true, returnDocument: 'after', session })
      .orFail()
      .lean<WalletBookRecord>();
    if (book.fence !== undefined)
      throw new PlatformError('wallet_upstream_unavailable', { details: { reason: 'balance_under_review' } });
  }

  /** Whether nothing may leave the wallet now: for what is about to be signed, before `takeForSpending` decides. */
  async isFenced(walletId: string): Promise<boolean> {
    return (await this.#books.exists({ _id: walletId, fence: { $exists: true } })) !== null;
  }

  /** Stops everything that would leave the wallet, until an operator lifts it; `false` when it was stopped already. */
  async fence(walletId: string, reason: string): Promise<boolean> {
    await this.#books.updateOne({ _id: walletId }, { $setOnInsert: { version: 0 } }, { upsert: true });
    const { modifiedCount } = await this.#books.updateOne(
      { _id: walletId, fence: { $exists: false } },
      { $inc: { version: 1 }, $set: { fence: { reason, at: this.clock.now() } } },
    );
    return modifiedCount > 0;
  }

  /** Lets money leave again. */
  async liftFence(walletId: string): Promise<void> {
    await this.#books.updateOne({ _id: walletId }, { $inc: { version: 1 }, $unset: { fence: 1, disagreement: 1 } });
  }

  /** The wallets that are fenced. */
  fenced(): Promise<WalletBookRecord[]> {
    return this.#books.find({ fence: { $exists: true } }).lean<WalletBookRecord[]>();
  }

  /** Notes a difference between ledger and chain; gives since when exactly this one has stood. */
  async noteDisagreement(walletId: string, amounts: { ledger: MicroUsdc; chain: MicroUsdc }): Promise<Date> {
    const seen = { ledger: String(amounts.ledger), chain: String(amounts.chain) };
    const same = { $and: Object.entries(seen).map(([side, text]) => ({ $eq: [`$disagreement.${side}`, text] })) };
    const now = this.clock.now();
    const since = { $cond: [same, '$disagreement.since', now] };
    const book = await this.#books
      .findOneAndUpdate(
        { _id: walletId },
        [{ $set: { version: this.#nextVersion, disagreement: { ...seen, since } } }],
        { upsert: true, returnDocument: 'after', updatePipeline: true },
      )
      .orFail()
      .lean<WalletBookRecord>();
    return book.disagreement?.since ?? now;
  }

  /** Notes that ledger and chain agree. */
  async noteAgreement(walletId: string): Promise<void> {
    await this.#books.updateOne({ _id: walletId, disagreement: { $exists: true } }, { $unset: { disagreement: 1 } });
  }

  readonly #nextVersion = { $add: [{ $ifNull: ['$version', 0] }, 1] };
}
