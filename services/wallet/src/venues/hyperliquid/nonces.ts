import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import type { Address } from 'viem';

/** The last nonce drawn for a signer at Hyperliquid. */
interface NonceRecord {
  /** Checksummed address of the signer. */
  readonly _id: Address;
  readonly last: number;
}

const nonceSchema = new Schema<NonceRecord>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { collection: 'hyperliquid_nonces', versionKey: false },
);

function nonceModel(connection: Connection) {
  return connection.model('HyperliquidNonce', nonceSchema);
}

/** Where a signer's next nonce comes from. */
export interface NonceSource {
  /** A nonce that no other call of any process gets for the signer: now in milliseconds, or one more than the last. */
  draw(signer: Address): Promise<number>;
}

/** Nonces of the keys that sign for Hyperliquid. */
export class HyperliquidNonces implements NonceSource {
  readonly #nonces: ReturnType<typeof nonceModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#nonces = nonceModel(connection);
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
