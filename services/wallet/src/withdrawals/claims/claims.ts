// Why: docs/decisions/wallet/withdrawals.md
import type { Clock } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';

/** What an account's key has become, for good: a withdrawal, or nothing ever. */
export interface ClaimRecord {
  /** The account's id and the key: one claim for both. */
  readonly _id: string;
  /** The withdrawal under the key. Absent: the key is fenced. */
  readonly withdrawalId?: string;
  readonly createdAt: Date;
}

const claimSchema = new Schema<ClaimRecord>(
  {
    _id: { type: String, required: true },
    withdrawalId: String,
    createdAt: { type: Date, required: true },
  },
  { collection: 'withdrawal_claims', versionKey: false },
);

/** Returns the model of a database's claims. */
function claimModel(connection: Connection) {
  return connection.model('WithdrawalClaim', claimSchema);
}

/** The claims of keys. Each is written once and never changed: the second request for a key finds the first one's. */
export class Claims {
  readonly #claims: ReturnType<typeof claimModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#claims = claimModel(connection);
  }

  /** Creates the collection, which a transaction may not do. */
  async initialize(): Promise<void> {
    await this.#claims.createCollection();
  }

  /** Claims a key for a withdrawal, in the transaction that accepts it. Rejects when the key has a claim. */
  async take(accountId: string, key: string, withdrawalId: string, session: ClientSession): Promise<void> {
    await this.#claims.create([{ _id: idOf(accountId, key), withdrawalId, createdAt: this.clock.now() }], { session });
  }

  /** Returns the withdrawal that has claimed a key; a key without a claim is fenced, and then returns undefined for ever. */
  async fence(accountId: string, key: string): Promise<string | undefined> {
    // Waits for a transaction that is about to claim the key.
    const claim = await this.#claims
      .findOneAndUpdate(
        { _id: idOf(accountId, key) },
        { $setOnInsert: { createdAt: this.clock.now() } },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean<ClaimRecord>();
    return claim.withdrawalId;
  }

  /** Returns whether a key is fenced. */
  async isFenced(accountId: string, key: string, session?: ClientSession): Promise<boolean> {
    const fenced = { _id: idOf(accountId, key), withdrawalId: { $exists: false } };
    return (await this.#claims.exists(fenced).session(session ?? null)) !== null;
  }
}

function idOf(accountId: string, key: string): string {
  return `${accountId} ${key}`;
}
