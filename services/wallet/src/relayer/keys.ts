import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import type { ClientSession, Connection } from '@platform/store/mongo';
import type { Address } from 'viem';
import { chainTransactionModel, relayerNonceModel } from './model.js';

/** A summary of one of the relayer's keys. */
export interface RelayerKeySummary {
  /** Checksummed. */
  readonly relayer: Address;
  readonly nextNonce: number;
  /** The number of its unfinished transactions. */
  readonly open: number;
  readonly retiredAt?: Date;
}

/** The keys that ever sent transactions on a chain, and their nonces. A retired key signs nothing any more. */
export class RelayerKeys {
  readonly #nonces: ReturnType<typeof relayerNonceModel>;
  readonly #transactions: ReturnType<typeof chainTransactionModel>;

  constructor(
    connection: Connection,
    private readonly chain: Network,
    private readonly clock: Clock,
  ) {
    this.#nonces = relayerNonceModel(connection);
    this.#transactions = chainTransactionModel(connection);
  }

  /** Skips nonces that are already used on the chain. */
  async catchUp(relayer: Address, used: number): Promise<void> {
    await this.#nonces.updateOne({ _id: this.#id(relayer) }, { $max: { next: used } }, { upsert: true });
  }

  /** Takes the next nonce, in the caller's transaction. Throws for a key that is unknown or was retired. */
  async takeNonce(relayer: Address, session: ClientSession): Promise<number> {
    const before = await this.#nonces
      .findOneAndUpdate({ _id: this.#id(relayer), retiredAt: { $exists: false } }, { $inc: { next: 1 } }, { session })
      .orFail(new Error(`the relayer's key ${relayer} is not in use`))
      .lean();
    return before.next;
  }

  /** Returns whether a key ever sent anything. */
  async has(relayer: Address): Promise<boolean> {
    return (await this.#nonces.exists({ _id: this.#id(relayer) })) !== null;
  }

  async isRetired(relayer: Address): Promise<boolean> {
    return (await this.#nonces.exists({ _id: this.#id(relayer), retiredAt: { $exists: true } })) !== null;
  }

  /**
   * Retires a key that was lost, leaked or replaced: from now on nothing is signed with it, and what it signed and no block has is signed
   * again by the key in use. Safe to repeat. Throws for an address that never sent anything.
   */
  async retire(relayer: Address): Promise<void> {
    const retiredAt = this.clock.now();
    const known = await this.#nonces.updateOne(
      { _id: this.#id(relayer) },
      [{ $set: { retiredAt: { $ifNull: ['$retiredAt', retiredAt] } } }],
      { updatePipeline: true },
    );
    if (known.matchedCount === 0) throw new Error(`${relayer} never sent anything on ${this.chain}`);
    await this.#transactions.updateMany(this.#open(relayer), { $min: { dueAt: retiredAt } });
  }

  /** Returns every key, by its address. */
  async list(): Promise<RelayerKeySummary[]> {
    const keys = await this.#nonces.find({ '_id.chain': this.chain }).sort({ _id: 1 }).lean();
    return Promise.all(
      keys.map(async ({ _id: { relayer }, next: nextNonce, retiredAt }) => ({
        ...{ relayer, nextNonce, open: await this.#transactions.countDocuments(this.#open(relayer)) },
        ...(retiredAt !== undefined && { retiredAt }),
      })),
    );
  }

  #id(relayer: Address) {
    return { chain: this.chain, relayer };
  }

  #open(relayer: Address) {
    return { chain: this.chain, relayer, state: { $in: ['signed' as const, 'included' as const] } };
  }
}
