import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';

/** An object that is removed at a time unless its table refers to it by then. */
interface PendingObject {
  readonly _id: string;
  readonly tableId: string;
  readonly removeAfter: Date;
}

const pendingObjectSchema = new Schema<PendingObject>(
  {
    _id: { type: String, required: true },
    tableId: { type: String, required: true },
    removeAfter: { type: Date, required: true },
  },
  { collection: 'pending_objects', versionKey: false },
).index({ tableId: 1, removeAfter: 1 });

function pendingObjectModel(connection: Connection) {
  return connection.model('PendingObject', pendingObjectSchema);
}

/**
 * Objects that are being added or removed. An object is noted before it is stored, and before the commit that replaces it: whatever a kill
 * leaves behind is found here and removed later, without listing the store.
 */
export class PendingObjects {
  readonly #pending: ReturnType<typeof pendingObjectModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#pending = pendingObjectModel(connection);
  }

  /** Creates the index. */
  async initialize(): Promise<void> {
    await this.#pending.createIndexes();
  }

  /** Notes objects of a table; a later note moves the time. */
  async note(tableId: string, keys: readonly string[], keepMs: number): Promise<void> {
    if (keys.length === 0) return;
    const removeAfter = new Date(this.clock.nowMs() + keepMs);
    await this.#pending.bulkWrite(
      keys.map((key) => ({
        updateOne: { filter: { _id: key }, update: { $set: { tableId, removeAfter } }, upsert: true },
      })),
    );
  }

  /** Returns the objects of a table that are due for removal. */
  async due(tableId: string): Promise<string[]> {
    const due = await this.#pending.find({ tableId, removeAfter: { $lte: this.clock.now() } }, { _id: 1 }).lean();
    return due.map(({ _id }) => _id);
  }

  /** Removes the notes of objects that are referred to, or removed. */
  async forget(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#pending.deleteMany({ _id: { $in: [...keys] } });
  }
}
