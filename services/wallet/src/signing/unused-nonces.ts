import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { UnusedNonceSource } from '@platform/venues/trading-accounts';
import { Schema } from 'mongoose';
import type { Address } from 'viem';

/** The last nonce used for a signer at a venue. */
interface NonceRecord {
  /** Checksummed address of the signer. */
  readonly _id: Address;
  readonly last: number;
}

const nonceSchema = new Schema<NonceRecord>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { versionKey: false },
);

function nonceModel(connection: Connection, venue: string) {
  const collection = `${venue}_nonces`;
  return connection.model(collection, nonceSchema, collection);
}

/** Nonces of the keys that sign for a venue which takes any that is unused and recent. */
export class UnusedNonces implements UnusedNonceSource {
  readonly #nonces: ReturnType<typeof nonceModel>;

  constructor(
    connection: Connection,
    venue: string,
    private readonly clock: Clock,
  ) {
    this.#nonces = nonceModel(connection, venue);
  }

  async draw(signer: Address): Promise<number> {
    const next = { $max: [this.clock.nowMs(), { $add: [{ $ifNull: ['$last', 0] }, 1] }] };
    const record = await this.#nonces
      .findOneAndUpdate({ _id: signer }, [{ $set: { last: next } }], {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .orFail()
      .lean();
    return record.last;
  }
}
