import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlatformError } from '@platform/errors';
import { ObjectCorruptedError, type ObjectStore } from '@platform/store/objects';
import { type Row, tableKinds } from '@platform/venues/market-data';
import type { StoredRows, TableRecord } from './catalogue.js';
import { keyPart } from './key-part.js';
import type { ParquetFiles, RowRange } from './parquet.js';
import type { PendingObjects } from './pending-objects.js';
import { gapsBetween, type Segment, type SegmentPlace, segmentsOf } from './segments.js';

/** How long a stored object without a commit is kept: far longer than any commit takes. */
const UNCOMMITTED_KEEP_MS = 3_600_000;

/** An object and the digest that its bytes must have. */
type ObjectPlace = Pick<SegmentPlace, 'key' | 'sha256'>;

/** The objects of segments: Parquet files named by the digest of their bytes. */
export class SegmentObjects {
  constructor(
    private readonly pending: PendingObjects,
    private readonly objects: ObjectStore,
    private readonly parquet: ParquetFiles,
  ) {}

  /** Returns the first rows of a range. Throws `context_store_unavailable`, naming the faulty object, if any. */
  async read({ table, segments: stored }: Pick<StoredRows, 'table' | 'segments'>, range: RowRange): Promise<Row[]> {
    const segments = segmentsOf(stored, range.fromMs, range.toMs, range.limit);
    if (segments.length === 0) return [];
    const paths = await this.materialize(segments);
    const files = segments.map(({ sha256 }, index) => ({ sha256, path: paths[index] ?? '' }));
    return unavailable(this.parquet.read(files, tableKinds[table].columns, range));
  }

  /** Returns all rows of a segment. Throws `context_store_unavailable`, naming the object where it is faulty. */
  async readWhole(record: TableRecord, segment: Segment): Promise<Row[]> {
    const [path = ''] = await this.materialize([segment]);
    return unavailable(this.parquet.readWhole({ path }, tableKinds[record.table].columns));
  }

  /** Returns readable paths of segments, their digests checked. Throws `context_store_unavailable`, naming the faulty object. */
  materialize(segments: readonly ObjectPlace[]): Promise<string[]> {
    return ofEach(segments, ({ key, sha256 }) => this.objects.materialize(key, sha256));
  }

  /** Throws `context_store_unavailable`, naming the object, where one is missing or damaged. */
  async requireWhole(segments: readonly ObjectPlace[]): Promise<void> {
    await ofEach(segments, ({ key, sha256 }) => this.objects.requireWhole(key, sha256));
  }

  /** Stores rows, at most as many as fit into one segment, as an object of a table; noted as pending until a commit refers to it. */
  async put(record: TableRecord, rows: readonly Row[]): Promise<Segment> {
    const directory = await mkdtemp(join(tmpdir(), 'context-segment-'));
    try {
      return await this.#putFile(record, rows, join(directory, 'rows.parquet'));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async #putFile(record: TableRecord, rows: readonly Row[], file: string): Promise<Segment> {
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

/** Returns what some work makes of each object. Throws `context_store_unavailable`, naming the faulty one, if any. */
function ofEach<Result>(
  segments: readonly ObjectPlace[],
  work: (segment: ObjectPlace) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    segments.map((segment) =>
      work(segment).catch((cause: unknown) => {
        const details = cause instanceof ObjectCorruptedError ? { details: { object: segment.key } } : {};
        throw new PlatformError('context_store_unavailable', { cause, ...details });
      }),
    ),
  );
}

function unavailable(rows: Promise<Row[]>): Promise<Row[]> {
  return rows.catch((cause: unknown) => {
    throw new PlatformError('context_store_unavailable', { cause });
  });
}

/** Returns a table's part of an object key. */
function pathOf({ venue, symbol, table }: TableRecord): string {
  return [venue, keyPart(symbol), table].join('/');
}
