import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlatformError } from '@platform/errors';
import type { Lease } from '@platform/leases';
import { ObjectCorruptedError, type ObjectStore } from '@platform/objects';
import type { Catalogue, TableRecord } from './catalogue.js';
import type { ParquetFiles, RowRange } from './parquet.js';
import type { PendingObjects } from './pending-objects.js';
import { additionsOf, chunk, gapsBetween, merge, type Segment, segmentsOf } from './segments.js';
import { type Row, tableKinds } from './tables.js';

const HOUR_MS = 3_600_000;
/** How long a stored object that no commit followed is kept: far longer than any commit takes. */
const UNCOMMITTED_KEEP_MS = HOUR_MS;
/** How long a replaced object stays readable for a backtest that was given it. */
const REPLACED_KEEP_MS = 6 * HOUR_MS;

/** A table together with the lease that it was taken under. */
export interface HeldTable {
  readonly record: TableRecord;
  readonly lease: Lease;
}

/** Reads and extends the rows of tables: Parquet objects, and the catalogue that names them. */
export class TableStore {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly pending: PendingObjects,
    private readonly objects: ObjectStore,
    private readonly parquet: ParquetFiles,
  ) {}

  /**
   * Stores the rows that the table lacks; stored rows are never changed. Objects first, then one update of the catalogue
   * under the lease: a kill at any line leaves the table as it was, or extended. Gives the segments as they are then.
   */
  async extend({ record, lease }: HeldTable, rows: readonly Row[]): Promise<readonly Segment[]> {
    const replaced = new Map<string | undefined, readonly Segment[]>();
    for (const addition of additionsOf(record.segments, rows)) {
      const stored = addition.segment === undefined ? [] : await this.#rowsOf(record, addition.segment);
      const merged = merge(stored, addition.rows);
      if (merged.length > stored.length) replaced.set(addition.segment?.key, await this.#store(record, merged));
    }
    if (replaced.size === 0) return record.segments;
    const segments = [
      ...(replaced.get(undefined) ?? []),
      ...record.segments.flatMap((segment) => replaced.get(segment.key) ?? [segment]),
    ];
    const kept = new Set(segments.map(({ key }) => key));
    const dropped = record.segments.map(({ key }) => key).filter((key) => !kept.has(key));
    await this.pending.note(record._id, dropped, REPLACED_KEEP_MS);
    await this.catalogue.commit(record._id, lease, segments);
    await this.pending.forget([...kept]);
    return segments;
  }

  /** Removes objects of a held table that nothing refers to any more. */
  async sweep({ record }: HeldTable): Promise<void> {
    const due = await this.pending.due(record._id);
    const referred = new Set(record.segments.map(({ key }) => key));
    await this.objects.remove(due.filter((key) => !referred.has(key)));
    await this.pending.forget(due);
  }

  /** The first rows of a range. Throws `context_store_unavailable`, naming the object where one is at fault. */
  async read(record: TableRecord, range: RowRange): Promise<Row[]> {
    const segments = segmentsOf(record.segments, range.fromMs, range.toMs, range.limit);
    if (segments.length === 0) return [];
    const files = await this.materialize(segments);
    return this.parquet.read(files, tableKinds[record.table].columns, range).catch((cause: unknown) => {
      throw new PlatformError('context_store_unavailable', { cause });
    });
  }

  /** Readable paths of segments, their digests checked. Throws `context_store_unavailable`, naming the object at fault. */
  async materialize(segments: readonly Segment[]): Promise<string[]> {
    return Promise.all(
      segments.map(({ key, sha256 }) =>
        this.objects.materialize(key, sha256).catch((cause: unknown) => {
          const details = cause instanceof ObjectCorruptedError ? { details: { object: key } } : {};
          throw new PlatformError('context_store_unavailable', { cause, ...details });
        }),
      ),
    );
  }

  async #rowsOf(record: TableRecord, segment: Segment): Promise<Row[]> {
    const range = { fromMs: segment.fromMs, toMs: segment.toMs + 1, limit: segment.rows };
    return this.read({ ...record, segments: [segment] }, range);
  }

  async #store(record: TableRecord, rows: readonly Row[]): Promise<readonly Segment[]> {
    const directory = await mkdtemp(join(tmpdir(), 'context-segment-'));
    try {
      const segments: Segment[] = [];
      for (const piece of chunk(rows)) segments.push(await this.#storePiece(record, piece, join(directory, 'piece')));
      return segments;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async #storePiece(record: TableRecord, rows: readonly Row[], file: string): Promise<Segment> {
    const { columns, intervalMs } = tableKinds[record.table];
    await this.parquet.write(file, columns, rows);
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    const key = `history/${pathOf(record)}/${digest}.parquet`;
    await this.pending.note(record._id, [key], UNCOMMITTED_KEEP_MS);
    const { sha256 } = await this.objects.putFile(key, file);
    const times = rows.map(([timeMs]) => timeMs);
    return {
      key,
      sha256,
      fromMs: times.at(0) ?? 0,
      toMs: times.at(-1) ?? 0,
      rows: rows.length,
      gaps: gapsBetween(rows, intervalMs),
    };
  }
}

/** A table's part of an object key, in which `=2F` stands for a character that a key can't hold. */
function pathOf({ venue, symbol, table }: TableRecord): string {
  const hex = (character: string) => `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return [venue, symbol.replaceAll(/[^A-Za-z0-9-]/g, hex), table].join('/');
}
