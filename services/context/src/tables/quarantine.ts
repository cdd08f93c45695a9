import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { MalformedRow } from '@platform/venues/market-data';
import { Schema } from 'mongoose';
import type { TableRecord } from './catalogue.js';

/** The most rows kept per table, with their reasons; of more than that only the first are kept. */
const TABLE_ROWS_MAX = 100;
/** A row without a known time is forgotten after this: no later row can be matched with it. */
const UNPLACED_KEPT_MS = 7 * 86_400_000;

/** A venue's row that was not stored. */
export interface QuarantinedRow {
  /** The row's time; null where even that can't be read. */
  readonly timeMs: number | null;
  readonly reason: string;
  /** When it was first seen. */
  readonly seenAt: Date;
}

/** A stored quarantined row. */
interface QuarantinedRecord extends QuarantinedRow {
  readonly _id: string;
  readonly tableId: string;
  readonly venue: string;
}

const quarantinedSchema = new Schema<QuarantinedRecord>(
  {
    _id: { type: String, required: true },
    tableId: { type: String, required: true },
    venue: { type: String, required: true },
    timeMs: { type: Number, default: null },
    reason: { type: String, required: true },
    seenAt: { type: Date, required: true },
  },
  { collection: 'quarantined_rows', versionKey: false },
).index({ tableId: 1, timeMs: 1 });

function quarantinedModel(connection: Connection) {
  return connection.model('QuarantinedRow', quarantinedSchema);
}

/** Rows that did not parse or contradicted others, with the reason why they are not stored. Their table has a gap in their place. */
export class Quarantine {
  readonly #rows: ReturnType<typeof quarantinedModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#rows = quarantinedModel(connection);
  }

  /** Creates the index. */
  async initialize(): Promise<void> {
    await this.#rows.createIndexes();
  }

  /** Keeps rows of a table, those that it kept before as they were; gives those that it keeps now and did not. */
  async note(
    { _id: tableId, venue }: Pick<TableRecord, '_id' | 'venue'>,
    malformed: readonly MalformedRow[],
  ): Promise<MalformedRow[]> {
    if (malformed.length === 0) return [];
    const kept = await this.of(tableId);
    const known = new Set(kept.map(({ timeMs }) => timeMs));
    const unknown = malformed
      .filter(({ timeMs = null }) => !known.has(timeMs))
      .slice(0, Math.max(0, TABLE_ROWS_MAX - kept.length));
    if (unknown.length === 0) return [];
    const seenAt = this.clock.now();
    await this.#rows.bulkWrite(
      unknown.map(({ timeMs = null, reason }) => ({
        updateOne: {
          filter: { _id: `${tableId}/${timeMs ?? 'unplaced'}` },
          update: { $setOnInsert: { tableId, venue, timeMs, reason, seenAt } },
          upsert: true,
        },
      })),
    );
    return unknown;
  }

  /** Forgets the rows of a stretch that the venue has meanwhile sent sound, and old rows without a time. */
  async forget(
    tableId: string,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    malformed: readonly MalformedRow[],
  ): Promise<void> {
    const stillMalformed = malformed.flatMap(({ timeMs }) => timeMs ?? []);
    const valid = { timeMs: { $gte: fromMs, $lt: toMs, $nin: stillMalformed } };
    const old = { timeMs: null, seenAt: { $lt: new Date(this.clock.nowMs() - UNPLACED_KEPT_MS) } };
    await this.#rows.deleteMany({ tableId, $or: [valid, old] });
  }

  /** Returns the rows of a table, ascending. */
  async of(tableId: string): Promise<QuarantinedRow[]> {
    return this.#rows
      .find({ tableId }, { _id: 0, timeMs: 1, reason: 1, seenAt: 1 })
      .sort({ timeMs: 1 })
      .limit(TABLE_ROWS_MAX)
      .lean<QuarantinedRow[]>();
  }

  /** Returns the number of rows per venue. */
  async counts(): Promise<Readonly<Record<string, number>>> {
    const counts = await this.#rows.aggregate<{ _id: string; rows: number }>([
      { $group: { _id: '$venue', rows: { $sum: 1 } } },
    ]);
    return Object.fromEntries(counts.map(({ _id, rows }) => [_id, rows]));
  }
}
