// Why: docs/decisions/context/history-tables.md
import type { Lease } from '@platform/store/leases';
import type { ObjectStore } from '@platform/store/objects';
import {
  divided,
  erased,
  type Interval,
  painted,
  type Row,
  type RowSource,
  type SourceRange,
  stretchesOf,
  subtract,
  tableKinds,
  united,
} from '@platform/venues/market-data';
import type { Catalogue, StoredRows, TableContents, TableRecord } from './catalogue.js';
import { areSame } from './comparison.js';
import type { ParquetFiles, RowRange } from './parquet.js';
import type { PendingObjects } from './pending-objects.js';
import { SegmentObjects } from './segment-objects.js';
import { additionsOf, compacted, gapsOf, merge, type Piece, type Segment, type SegmentPlace } from './segments.js';

/** How long a replaced object stays readable for a backtest that uses it. */
export const REPLACED_KEEP_MS = 6 * 3_600_000;
/** The most gaps and source ranges in a table's record; more would bring it near MongoDB's document size limit. */
const PARTS_MAX = 50_000;

/** A table with its lease. */
export interface HeldTable {
  readonly record: TableRecord;
  readonly lease: Lease;
}

/** A table's rows would be too scattered to be stored: nothing was changed. */
export class TableScatteredError extends Error {
  override readonly name = 'TableScatteredError';
}

/**
 * Reads and changes the rows of tables: Parquet objects, and the catalogue that names them. A change stores objects first and then updates
 * the catalogue once under the lease: a kill at any line leaves the table as it was, or changed as a whole. Each returns the contents
 * afterwards.
 */
export class TableStore {
  readonly #segments: SegmentObjects;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly pending: PendingObjects,
    private readonly objects: ObjectStore,
    parquet: ParquetFiles,
  ) {
    this.#segments = new SegmentObjects(pending, objects, parquet);
  }

  /** Stores the ascending rows that the table lacks; stored rows are never changed. */
  async extend(held: HeldTable, rows: readonly Row[], source: RowSource): Promise<TableContents> {
    const { segments, sources, refill } = held.record;
    const changed = new Map<string | undefined, Piece>();
    const stretches: SourceRange[] = [];
    for (const addition of additionsOf(segments, rows)) {
      const stored = addition.segment === undefined ? [] : await this.#rowsOf(held.record, addition.segment);
      const merged = merge(stored, addition.rows);
      if (merged.length === stored.length) continue;
      changed.set(addition.segment?.key, { key: undefined, rows: merged });
      stretches.push(...this.#newStretches(held, merged, stored, source));
    }
    const front = changed.get(undefined);
    const pieces = segments.map((segment) => changed.get(segment.key) ?? segment);
    const wanted = source === 'imported' ? subtract(refill, [this.#rangeOf(held, rows)]) : refill;
    return this.#commit(held, front === undefined ? pieces : [front, ...pieces], painted(sources, stretches), wanted);
  }

  /**
   * Replaces everything that the table holds between the first and the last of ascending rows by them. A stored row with the same values
   * stays, with its source.
   */
  async replace(held: HeldTable, rows: readonly Row[], source: RowSource): Promise<TableContents> {
    const { segments, sources, refill } = held.record;
    const range = this.#rangeOf(held, rows);
    const touched = segments.filter((segment) => segment.toMs >= range.fromMs && segment.fromMs < range.toMs);
    const { inside, outside } = divided(await this.#rowsOfAll(held.record, touched), [range]);
    const storedAt = new Map(inside.map((row) => [row[0], row]));
    const given = rows.map((row) => {
      const stored = storedAt.get(row[0]);
      return stored !== undefined && areSame(stored, row) ? stored : row;
    });
    const merged = merge(outside, given);
    const stretches = this.#newStretches(held, merged, [...inside, ...outside], source);
    const pieces: Piece[] = [
      ...segments.filter((segment) => segment.toMs < range.fromMs),
      { key: undefined, rows: merged },
      ...segments.filter((segment) => segment.fromMs >= range.toMs),
    ];
    return this.#commit(held, pieces, painted(sources, stretches), subtract(refill, [range]));
  }

  /** Removes the rows in ascending stretches of time; these are requested from the venue once more. */
  async remove(held: HeldTable, removed: readonly Interval[]): Promise<TableContents> {
    const { segments, sources, refill } = held.record;
    const pieces: Piece[] = [];
    for (const segment of segments) {
      const isTouched = removed.some(({ fromMs, toMs }) => segment.toMs >= fromMs && segment.fromMs < toMs);
      const isGone = removed.some(({ fromMs, toMs }) => segment.fromMs >= fromMs && segment.toMs < toMs);
      if (!isTouched) pieces.push(segment);
      else if (!isGone)
        pieces.push({ key: undefined, rows: divided(await this.#rowsOf(held.record, segment), removed).outside });
    }
    const [first, last] = [segments.at(0), segments.at(-1)];
    const beyond = [
      { fromMs: Number.NEGATIVE_INFINITY, toMs: first?.fromMs ?? 0 },
      { fromMs: (last?.toMs ?? 0) + 1, toMs: Number.POSITIVE_INFINITY },
    ];
    return this.#commit(held, pieces, erased(sources, removed), united([...refill, ...subtract(removed, beyond)]));
  }

  /** Joins the objects of a fragmented table. */
  async compact(held: HeldTable): Promise<TableContents> {
    return this.#commit(held, held.record.segments, held.record.sources);
  }

  /** Removes objects of a held table that are no longer referred to. */
  async sweep({ record }: HeldTable): Promise<void> {
    const due = await this.pending.due(record._id);
    const referred = new Set(record.segments.map(({ key }) => key));
    await this.objects.remove(due.filter((key) => !referred.has(key)));
    await this.pending.forget(due);
  }

  /** Returns the first rows of a range. Throws `context_store_unavailable`, naming the faulty object, if any. */
  read(stored: Pick<StoredRows, 'table' | 'segments'>, range: RowRange): Promise<Row[]> {
    return this.#segments.read(stored, range);
  }

  /** Returns readable paths of segments, their digests checked. Throws `context_store_unavailable`, naming the faulty object. */
  materialize(segments: readonly Pick<SegmentPlace, 'key' | 'sha256'>[]): Promise<string[]> {
    return this.#segments.materialize(segments);
  }

  /** Throws `context_store_unavailable`, naming the object, where one is missing or damaged. */
  requireWhole(segments: readonly Pick<SegmentPlace, 'key' | 'sha256'>[]): Promise<void> {
    return this.#segments.requireWhole(segments);
  }

  #rangeOf({ record }: HeldTable, rows: readonly Row[]): Interval {
    const [first, last] = [rows.at(0), rows.at(-1)];
    return { fromMs: first?.[0] ?? 0, toMs: (last?.[0] ?? 0) + tableKinds[record.table].intervalMs };
  }

  #newStretches({ record }: HeldTable, merged: readonly Row[], stored: readonly Row[], source: RowSource) {
    const old = new Set(stored);
    const { intervalMs } = tableKinds[record.table];
    return stretchesOf(merged, (row) => !old.has(row), intervalMs).map((stretch) => ({ ...stretch, source }));
  }

  async #commit(
    { record, lease }: HeldTable,
    pieces: readonly Piece[],
    sources: readonly SourceRange[],
    refill: readonly Interval[] = record.refill,
  ): Promise<TableContents> {
    const segments: Segment[] = [];
    for (const object of compacted(pieces)) segments.push(await this.#stored(record, object));
    const kept = new Set(segments.map(({ key }) => key));
    const dropped = record.segments.map(({ key }) => key).filter((key) => !kept.has(key));
    const isSame = segments.length === record.segments.length && dropped.length === 0;
    if (isSame) return record;
    const contents = { segments, sources: this.#ofRows(record, segments, sources), refill };
    await this.pending.note(record._id, dropped, REPLACED_KEEP_MS);
    await this.catalogue.commit(record._id, lease, contents);
    await this.pending.forget([...kept]);
    return contents;
  }

  /** Returns the source ranges that contain rows. Throws `TableScatteredError`. */
  #ofRows({ table, _id }: TableRecord, segments: readonly Segment[], sources: readonly SourceRange[]): SourceRange[] {
    const { intervalMs } = tableKinds[table];
    const gaps = gapsOf(segments, intervalMs);
    const [first, last] = [segments.at(0), segments.at(-1)];
    const ofRows = erased(sources, [
      { fromMs: Number.NEGATIVE_INFINITY, toMs: first?.fromMs ?? Number.POSITIVE_INFINITY },
      ...gaps,
      ...(last === undefined ? [] : [{ fromMs: last.toMs + intervalMs, toMs: Number.POSITIVE_INFINITY }]),
    ]);
    if (gaps.length + ofRows.length > PARTS_MAX)
      throw new TableScatteredError(`${_id} would have more than ${PARTS_MAX} gaps and changes of source`);
    return ofRows;
  }

  /** Returns the object of pieces: the existing one, or a new one of their rows. */
  async #stored(record: TableRecord, pieces: readonly Piece[]): Promise<Segment> {
    const [only] = pieces;
    if (pieces.length === 1 && only !== undefined && only.key !== undefined) return only;
    const rows: Row[][] = [];
    for (const piece of pieces)
      rows.push(piece.key === undefined ? [...piece.rows] : await this.#rowsOf(record, piece));
    return this.#segments.put(record, rows.flat());
  }

  async #rowsOfAll(record: TableRecord, segments: readonly Segment[]): Promise<Row[]> {
    const rows: Row[][] = [];
    for (const segment of segments) rows.push(await this.#rowsOf(record, segment));
    return rows.flat();
  }

  #rowsOf(record: TableRecord, segment: Segment): Promise<Row[]> {
    return this.#segments.readWhole(record, segment);
  }
}
