// Why: docs/decisions/context/page-reads.md
import { type FileHandle, open } from 'node:fs/promises';
import { type FileMetaData, parquetMetadata, parquetRead, type RowGroup as RowGroupMetaData } from 'hyparquet';

/** The column by which rows ascend. */
export const TIME_COLUMN = 't';

/** A Parquet file on this machine. Its digest identifies its content, at any path. */
export interface DataFile {
  readonly path: string;
  readonly sha256: string;
}

/** The position of a row group in its file, and its times. */
export interface GroupPlace {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly startByte: number;
  readonly endByte: number;
}

/** A file's footer: enough to find a row group and to decode it. */
export interface FileIndex {
  /** The footer's bytes in the file: a tenth of its parsed size. */
  readonly footer: ArrayBuffer;
  readonly groups: readonly GroupPlace[];
  /** The parsed footer, while it is in memory. */
  readonly metadata?: FileMetaData;
}

/** The rows of a row group as columns of equal length. */
export interface RowGroup {
  readonly times: Float64Array;
  /** In the order of the requested columns. */
  readonly values: readonly Float64Array[];
}

/** A footer takes a tenth of this; a longer one takes a second read. */
const TAIL_BYTES = 16_384;
/** The footer's length, and the format's magic number. */
const ENDING_BYTES = 8;

/** Passes a file's handle to a function and closes it afterwards. */
export async function withFile<Result>(path: string, work: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await open(path);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** Reads the footer alone; returns it parsed as well. Throws `TypeError` where the file is not Parquet or its groups have no times. */
export async function readIndex(handle: FileHandle): Promise<FileIndex> {
  const { size } = await handle.stat();
  let tail = await readBytes(handle, Math.max(0, size - TAIL_BYTES), size);
  const bytes = tail.byteLength < ENDING_BYTES ? size : footerBytes(tail);
  if (bytes > size || size < ENDING_BYTES) throw new TypeError('the file has no parquet footer');
  if (bytes > tail.byteLength) tail = await readBytes(handle, size - bytes, size);
  const footer = tail.slice(tail.byteLength - bytes);
  const metadata = parquetMetadata(footer);
  let rowStart = 0;
  const groups = metadata.row_groups.map((group) => {
    const place = { ...timesOf(group), ...bytesOf(group), rowStart, rowEnd: rowStart + Number(group.num_rows) };
    rowStart = place.rowEnd;
    return place;
  });
  return { footer, groups, metadata };
}

/** Reads and decodes consecutive row groups by one read of only their bytes. Throws `TypeError` where one doesn't hold what it should. */
export async function readGroups(
  handle: FileHandle,
  { footer, metadata = parquetMetadata(footer) }: FileIndex,
  places: readonly GroupPlace[],
  columns: readonly string[],
): Promise<RowGroup[]> {
  const [first, last] = [places.at(0), places.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { startByte } = first;
  const bytes = await readBytes(handle, startByte, last.endByte);
  const names = [TIME_COLUMN, ...columns];
  const found = new Map(places.map(({ rowStart, rowEnd }) => [rowStart, columnsOf(names, rowEnd - rowStart)]));
  await parquetRead({
    file: {
      byteLength: last.endByte + footer.byteLength,
      slice: (from, to = last.endByte) => bytes.slice(from - startByte, to - startByte),
    },
    ...{ metadata, rowStart: first.rowStart, rowEnd: last.rowEnd, columns: names },
    onChunk: ({ columnName, columnData, rowStart }) => {
      const place = places.findLast((each) => each.rowStart <= rowStart);
      const column = place && found.get(place.rowStart)?.get(columnName);
      if (place !== undefined && column !== undefined) fill(column, rowStart - place.rowStart, columnData);
    },
  });
  return [...found.values()].map(toRowGroup);
}

/** Returns empty columns: unfilled values are NaN. */
function columnsOf(names: readonly string[], rows: number): Map<string, Float64Array> {
  return new Map(names.map((name) => [name, new Float64Array(rows).fill(Number.NaN)]));
}

function toRowGroup(columns: ReadonlyMap<string, Float64Array>): RowGroup {
  for (const [name, column] of columns)
    if (!holdsNumbers(column)) throw new TypeError(`column ${name} holds a value that is not a number`);
  const [times = new Float64Array(), ...values] = columns.values();
  return { times, values };
}

/** Copies values into a column from an index on; values that are not numbers become NaN. */
function fill(column: Float64Array, from: number, values: ArrayLike<unknown>): void {
  if (values instanceof Float64Array) column.set(values, from);
  else
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      column[from + index] = typeof value === 'bigint' || typeof value === 'number' ? Number(value) : Number.NaN;
    }
}

function holdsNumbers(column: Float64Array): boolean {
  // Infinity times zero is NaN, and so is NaN times zero.
  let sum = 0;
  for (const value of column) sum += value * 0;
  return sum === 0;
}

async function readBytes(handle: FileHandle, startByte: number, endByte: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(endByte - startByte);
  let filled = 0;
  while (filled < bytes.byteLength) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.byteLength - filled, startByte + filled);
    if (bytesRead === 0) throw new TypeError('the parquet file ends early');
    filled += bytesRead;
  }
  return bytes.buffer;
}

function footerBytes(tail: ArrayBuffer): number {
  return new DataView(tail).getUint32(tail.byteLength - ENDING_BYTES, true) + ENDING_BYTES;
}

function timesOf({ columns }: RowGroupMetaData): { firstMs: number; lastMs: number } {
  const times = columns.find(({ meta_data: column }) => column?.path_in_schema.join('.') === TIME_COLUMN);
  const { min_value: first, max_value: last } = times?.meta_data?.statistics ?? {};
  if (typeof first !== 'bigint' || typeof last !== 'bigint') throw new TypeError('a parquet row group has no times');
  return { firstMs: Number(first), lastMs: Number(last) };
}

function bytesOf({ columns }: RowGroupMetaData): { startByte: number; endByte: number } {
  const places = columns.map(({ meta_data: column }) => {
    if (column === undefined) throw new TypeError('a parquet column has no position');
    const startByte = Number(column.dictionary_page_offset ?? column.data_page_offset);
    return { startByte, endByte: startByte + Number(column.total_compressed_size) };
  });
  return {
    startByte: Math.min(...places.map(({ startByte }) => startByte)),
    endByte: Math.max(...places.map(({ endByte }) => endByte)),
  };
}
