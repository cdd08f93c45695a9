import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { type Interval, type MalformedRow, subtract, tableKinds, united } from '@platform/venues/market-data';
import { Schema } from 'mongoose';
import type { TableRecord } from './catalogue.js';
import { gapsOf } from './segments.js';

/** The most rows kept per table, with their reasons; of more than that only the first are kept. */
const TABLE_ROWS_MAX = 100;
/** A row without a known time is forgotten after this: no later row can be matched with it. */
const UNPLACED_KEPT_MS = 7 * 86_400_000;
/** A row is asked for again an hour after it was seen, then each time it has become twice as old, at least daily, for a month. */
const ASK_AFTER_MS_MIN = 3_600_000;
const ASK_AFTER_MS_MAX = 86_400_000;
const ASKED_FOR_MS = 30 * 86_400_000;

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
  /** When the venue is asked for it again. */
  readonly askAt: Date;
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
    askAt: { type: Date, required: true },
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
    const askAt = new Date(seenAt.getTime() + ASK_AFTER_MS_MIN);
    await this.#rows.bulkWrite(
      unknown.map(({ timeMs = null, reason }) => ({
        updateOne: {
          filter: { _id: `${tableId}/${timeMs ?? 'unplaced'}` },
          update: { $setOnInsert: { tableId, venue, timeMs, reason, seenAt, askAt } },
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

  /** Returns the times of a table's rows that the venue is to be asked for again now, ascending; each is due again later. */
  async takeDue(tableId: string): Promise<number[]> {
    const now = this.clock.now();
    const isYoung = { seenAt: { $gt: new Date(now.getTime() - ASKED_FOR_MS) } };
    const due = await this.#rows
      .find({ tableId, timeMs: { $ne: null }, askAt: { $lte: now }, ...isYoung }, { timeMs: 1, seenAt: 1 })
      .sort({ timeMs: 1 })
      .limit(TABLE_ROWS_MAX)
      .lean<Pick<QuarantinedRecord, '_id' | 'timeMs' | 'seenAt'>[]>();
    if (due.length === 0) return [];
    await this.#rows.bulkWrite(
      due.map(({ _id, seenAt }) => {
        const ageMs = now.getTime() - seenAt.getTime();
        const afterMs = Math.min(ASK_AFTER_MS_MAX, Math.max(ASK_AFTER_MS_MIN, ageMs));
        return { updateOne: { filter: { _id }, update: { $set: { askAt: new Date(now.getTime() + afterMs) } } } };
      }),
    );
    return due.flatMap(({ timeMs }) => timeMs ?? []);
  }

  /**
   * Returns the stretches of a table in which rows are missing since the venue gave malformed ones, ascending: parts of the table's gaps. Of a
   * table with more such rows than are kept, any gap may be one.
   */
  async gapsOf({ _id, table, segments }: Pick<TableRecord, '_id' | 'table' | 'segments'>): Promise<Interval[]> {
    const { intervalMs } = tableKinds[table];
    const gaps = gapsOf(segments, intervalMs);
    const rows = gaps.length === 0 ? [] : await this.of(_id);
    if (rows.length >= TABLE_ROWS_MAX) return gaps;
    return common(gaps, united(rows.flatMap(({ timeMs }) => (timeMs === null ? [] : intervalOf(timeMs, intervalMs)))));
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

/** Returns the place of a row in its table, whether its time stands on the interval or not. */
export function intervalOf(timeMs: number, intervalMs: number): Interval {
  const fromMs = timeMs - (timeMs % intervalMs);
  return { fromMs, toMs: fromMs + intervalMs };
}

/** Returns the parts of ascending intervals that lie in other ascending ones. */
function common(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  return subtract(intervals, subtract(intervals, others)).map(({ fromMs, toMs }) => ({ fromMs, toMs }));
}
