// Why: docs/decisions/wallet/signing-and-venues.md
import { type Connection, inTransaction } from '@platform/store/mongo';
import { type ConsecutiveNonceSource, type NonceClaim, NonceError } from '@platform/venues/trading-accounts';
import { Schema } from 'mongoose';

/** A signer's next nonce, and the operation that has claimed it. */
interface SignerRecord {
  /** The venue's name of the key. */
  readonly _id: string;
  readonly next: number;
  /** Absent: the next nonce is free. */
  readonly operation?: string;
  /** What the operation is looked up by. */
  readonly kept?: string;
}

/** A nonce that the venue consumed; kept for ever, so that no operation gets a second one. */
interface UsedRecord {
  readonly _id: { readonly signer: string; readonly operation: string };
  readonly nonce: number;
}

const signerSchema = new Schema<SignerRecord>(
  {
    _id: { type: String, required: true },
    next: { type: Number, required: true },
    operation: { type: String },
    kept: { type: String },
  },
  { versionKey: false },
);

const usedSchema = new Schema<UsedRecord>(
  { _id: { type: Object, required: true }, nonce: { type: Number, required: true } },
  { versionKey: false },
);

function signerModel(connection: Connection, venue: string) {
  const collection = `${venue}_nonces`;
  return connection.model(collection, signerSchema, collection);
}

function usedModel(connection: Connection, venue: string) {
  const collection = `${venue}_used_nonces`;
  return connection.model(collection, usedSchema, collection);
}

/** Nonces of the keys that sign for a venue which takes them without a gap. */
export class ConsecutiveNonces implements ConsecutiveNonceSource {
  readonly #signers: ReturnType<typeof signerModel>;
  readonly #used: ReturnType<typeof usedModel>;

  constructor(
    private readonly connection: Connection,
    venue: string,
  ) {
    this.#signers = signerModel(connection, venue);
    this.#used = usedModel(connection, venue);
  }

  async claim(signer: string, operation: string): Promise<number> {
    return inTransaction(this.connection, async (session) => {
      const record = await this.#signers.findById(signer).session(session).lean();
      if (record === null) throw new NonceError('unknown_signer', signer);
      const { next, operation: claimant } = record;
      if (claimant === operation) return next;
      if (await this.#used.exists({ _id: { signer, operation } }).session(session))
        throw new NonceError('used', signer);
      if (claimant !== undefined) throw new NonceError('claim_open', signer);
      // Conflicts with whatever has changed the signer since it was read, and is then tried again.
      await this.#signers.updateOne({ _id: signer }, { $set: { operation }, $unset: { kept: 1 } }, { session });
      return next;
    });
  }

  async keep(signer: string, operation: string, text: string): Promise<void> {
    const { matchedCount } = await this.#signers.updateOne({ _id: signer, operation }, { $set: { kept: text } });
    if (matchedCount === 0) throw new NonceError('not_claimed', signer);
  }

  async used(signer: string, operation: string): Promise<void> {
    await inTransaction(this.connection, async (session) => {
      const claimed = await this.#signers.findOne({ _id: signer, operation }).session(session).lean();
      if (claimed === null) {
        if (await this.#used.exists({ _id: { signer, operation } }).session(session)) return;
        throw new NonceError('not_claimed', signer);
      }
      const { next: nonce } = claimed;
      await this.#used.create([{ _id: { signer, operation }, nonce }], { session });
      const freed = { $set: { next: nonce + 1 }, $unset: { operation: 1, kept: 1 } };
      await this.#signers.updateOne({ _id: signer }, freed, { session });
    });
  }

  async giveBack(signer: string, operation: string): Promise<void> {
    const freed = { $unset: { operation: 1, kept: 1 } };
    const { matchedCount } = await this.#signers.updateOne({ _id: signer, operation }, freed);
    if (matchedCount === 0 && (await this.#used.exists({ _id: { signer, operation } })))
      throw new NonceError('used', signer);
  }

  async openClaim(signer: string): Promise<NonceClaim | undefined> {
    const record = await this.#signers.findById(signer).lean();
    if (record?.operation === undefined) return undefined;
    const { operation, next: nonce, kept } = record;
    return { operation, nonce, ...(kept !== undefined && { kept }) };
  }

  async adopt(signer: string, next: number): Promise<void> {
    if (!Number.isSafeInteger(next) || next < 0) throw new RangeError(`${next} is no nonce`);
    await this.#signers.updateOne({ _id: signer }, { $setOnInsert: { next } }, { upsert: true });
    const free = { _id: signer, operation: { $exists: false }, next: { $lte: next } };
    const { matchedCount } = await this.#signers.updateOne(free, { $set: { next } });
    if (matchedCount > 0) return;
    throw new NonceError((await this.openClaim(signer)) === undefined ? 'behind' : 'claim_open', signer);
  }
}
