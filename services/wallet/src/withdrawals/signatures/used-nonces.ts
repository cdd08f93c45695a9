import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import type { CodeBinding } from '../challenges/challenges.js';

/** How long a nonce is kept after its signature has expired: more than clocks differ by. */
const KEEP_MS = 24 * 3_600_000;

/** A nonce that a login wallet has signed, and the withdrawal that it was used for. It holds no part of the signature. */
interface UsedNonce {
  /** Account and nonce. */
  readonly _id: string;
  readonly key: string;
  readonly intentHash: string;
  readonly expiresAt: Date;
}

const nonceSchema = new Schema<UsedNonce>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    intentHash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'withdrawal_nonces', versionKey: false },
);
nonceSchema.index({ expiresAt: 1 });

function nonceModel(connection: Connection) {
  return connection.model('WithdrawalNonce', nonceSchema);
}

/** The nonces of wallet proofs: each serves one withdrawal of its account. */
export class UsedNonces {
  readonly #nonces: ReturnType<typeof nonceModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#nonces = nonceModel(connection);
  }

  /** Creates the collection's index. */
  async initialize(): Promise<void> {
    await this.#nonces.createIndexes();
  }

  /**
   * Uses a nonce for a withdrawal, in the caller's transaction; again for the same one changes nothing. Throws
   * `withdrawal_signature_invalid` for a nonce that another withdrawal has used.
   */
  async use(
    { nonce, expiresAt }: { readonly nonce: string; readonly expiresAt: Date },
    { accountId, key, intentHash }: Omit<CodeBinding, 'feeMicroUsdc'>,
    session: ClientSession,
  ): Promise<void> {
    const used = await this.#nonces
      .findOneAndUpdate(
        { _id: `${accountId}|${nonce}` },
        { $setOnInsert: { key, intentHash, expiresAt } },
        { upsert: true, returnDocument: 'after', session },
      )
      .orFail()
      .lean<UsedNonce>();
    if (used.key !== key || used.intentHash !== intentHash) throw new PlatformError('withdrawal_signature_invalid');
  }

  /** Removes nonces whose signatures expired long ago. */
  async sweep(): Promise<void> {
    await this.#nonces.deleteMany({ expiresAt: { $lte: new Date(this.clock.nowMs() - KEEP_MS) } });
  }
}
