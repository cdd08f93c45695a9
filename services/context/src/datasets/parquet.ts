import { readFile, writeFile } from 'node:fs/promises';
import { type FileMetaData, parquetMetadataAsync, parquetRead, type RowGroup } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Row } from './tables.js';

/** Rows of a row group: small enough that a page of candles reads one or two of them. */
const ROW_GROUP_ROWS = 4_096;
const TIME_COLUMN = 't';

/** Which rows to read. */
export interface RowRange {
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly limit: number;
}

/** Parquet files with a column `t` (BIGINT, milliseconds) and columns of DOUBLE, ascending by `t`. */
export class ParquetFiles {
  /** Writes ascending rows to a file; the same rows give the same bytes. */
  async write(file: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
    const times = BigInt64Array.from(rows, ([timeMs]) => BigInt(timeMs));
    const values = columns.map((name, index) => {
      const data = Float64Array.from(rows, (row) => row[index + 1] ?? Number.NaN);
      if (!data.every(Number.isFinite)) throw new TypeError(`column ${name} holds something that is no number`);
      return { name, data, type: 'DOUBLE', nullable: false } as const;
    });
    const bytes = parquetWriteBuffer({
      columnData: [{ name: TIME_COLUMN, data: times, type: 'INT64', nullable: false }, ...values],
      rowGroupSize: ROW_GROUP_ROWS,
    });
    await writeFile(file, new Uint8Array(bytes));
  }

  /** The first rows of a range over several files that follow one another in time; row groups outside it are not read. */
  async read(files: readonly string[], columns: readonly string[], range: RowRange): Promise<Row[]> {
    const found: Row[] = [];
    for (const file of files) {
      if (found.length >= range.limit) break;
      found.push(...(await readFrom(file, columns, { ...range, limit: range.limit - found.length })));
    }
    return found;
  }
}

async function readFrom(path: string, columns: readonly string[], range: RowRange): Promise<Row[]> {
  const file = await openFile(path);
  const metadata = await parquetMetadataAsync(file);
  const found: Row[] = [];
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const { firstMs, lastMs } = timesOf(group);
    if (firstMs >= range.toMs || found.length >= range.limit) break;
    if (lastMs >= range.fromMs) {
      const rows = await readRows(file, metadata, columns, { rowStart, rowEnd });
      found.push(...rows.filter(([timeMs]) => timeMs >= range.fromMs && timeMs < range.toMs));
    }
    rowStart = rowEnd;
  }
  return found.slice(0, range.limit);
}

/** Segments are small: a file is read whole, and decoded in part. */
async function openFile(path: string) {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  return { byteLength, slice: (start: number, end?: number) => bytes.slice(start, end) };
}

async function readRows(
  file: Awaited<ReturnType<typeof openFile>>,
  metadata: FileMetaData,
  columns: readonly string[],
  rows: { rowStart: number; rowEnd: number },
): Promise<Row[]> {
  const read = new Map<string, ArrayLike<unknown>>();
  await parquetRead({
    file,
    metadata,
    ...rows,
    columns: [TIME_COLUMN, ...columns],
    onChunk: ({ columnName, columnData }) => read.set(columnName, columnData),
  });
  const times = columnOf(read, TIME_COLUMN);
  const values = columns.map((name) => columnOf(read, name));
  return Array.from(
    times,
    (timeMs, index): Row => [
      Number(timeMs),
      ...values.map((column) => {
        const value = column[index];
        if (typeof value !== 'number') throw new TypeError('a row holds something that is no number');
        return value;
      }),
    ],
  );
}

function columnOf(read: ReadonlyMap<string, ArrayLike<unknown>>, name: string): ArrayLike<unknown> {
  const column = read.get(name);
  if (column === undefined) throw new TypeError(`no column ${name}`);
  return column;
}

function timesOf({ columns }: RowGroup): { firstMs: number; lastMs: number } {
  const times = columns.find(({ meta_data: column }) => column?.path_in_schema.join('.') === TIME_COLUMN);
  const { min_value: first, max_value: last } = times?.meta_data?.statistics ?? {};
  if (typeof first !== 'bigint' || typeof last !== 'bigint') throw new TypeError('a row group has no times');
  return { firstMs: Number(first), lastMs: Number(last) };
}
