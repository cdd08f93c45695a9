import type { Clock } from '@platform/clock';
import type { Connection } from '@platform/mongo';
import type { Address } from 'viem';
import { hyperliquidNonceModel } from './model.js';

/** Nonces of the keys that sign for Hyperliquid. */
export class HyperliquidNonces {
  readonly #nonces: ReturnType<typeof hyperliquidNonceModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#nonces = hyperliquidNonceModel(connection);
  }

  /** A nonce that no other call of any process gets for the signer: now in milliseconds, or one more than the last. */
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
