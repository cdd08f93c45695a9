// Why: docs/decisions/identity/older-surface.md
import type { Clock } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';

/** How long the use of an operation is kept after the last time. */
const KEPT_MS = 400 * 86_400_000;

/** How much one credential has used one operation of the older surface. */
export interface LegacyUse {
  readonly credentialId: string;
  readonly accountId: string;
  /** Its name, as `v1.backtesting.list`. */
  readonly operation: string;
  /** All requests since its first use, or since it was forgotten. */
  readonly requests: number;
  readonly lastUsedAt: Date;
}

const useSchema = new Schema<LegacyUse>(
  {
    credentialId: { type: String, required: true },
    accountId: { type: String, required: true },
    operation: { type: String, required: true },
    requests: { type: Number, required: true },
    lastUsedAt: { type: Date, required: true, index: true },
  },
  { collection: 'legacy_usage', versionKey: false },
);
useSchema.index({ credentialId: 1, operation: 1 }, { unique: true });

function useModel(connection: Connection) {
  return connection.model('LegacyUse', useSchema);
}

/** The use of the older surface, by credential and operation. */
export class LegacyUsage {
  readonly #uses: ReturnType<typeof useModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#uses = useModel(connection);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#uses.createIndexes();
  }

  /** Adds to what is known of each operation. */
  async add(uses: readonly LegacyUse[], session: ClientSession): Promise<void> {
    const updates = uses.map(({ credentialId, accountId, operation, requests, lastUsedAt }) => ({
      updateOne: {
        filter: { credentialId, operation },
        update: { $inc: { requests }, $max: { lastUsedAt }, $setOnInsert: { accountId } },
        upsert: true,
      },
    }));
    await this.#uses.bulkWrite(updates, { session });
  }

  /** Returns what was used at `since` or later, by account, credential and operation. */
  async usedSince(since: Date): Promise<readonly LegacyUse[]> {
    return this.#uses
      .find({ lastUsedAt: { $gte: since } }, { _id: 0 })
      .sort({ accountId: 1, credentialId: 1, operation: 1 })
      .lean<LegacyUse[]>();
  }

  /** Removes what nobody has used for 400 days. */
  async sweep(): Promise<void> {
    await this.#uses.deleteMany({ lastUsedAt: { $lte: new Date(this.clock.nowMs() - KEPT_MS) } });
  }
}
