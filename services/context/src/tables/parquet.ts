import { writeFile } from 'node:fs/promises';
import type { Row } from '@platform/venues/market-data';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { LRUCache } from 'lru-cache';
import {
  type DataFile,
  type FileIndex,
  type GroupPlace,
  type RowGroup,
  readGroups,
  readIndex,
  TIME_COLUMN,
  withFile,
} from './row-groups.js';

/** Rows per row group: small enough that a page of candles reads one or two groups. */
const ROW_GROUP_ROWS = 2_048;
/** The most bytes cached of files: decoded row groups, and footers beside them. */
const GROUP_BYTES_MAX = 64 * 1024 ** 2;
const INDEX_BYTES_MAX = 8 * 1024 ** 2;
/** The approximate size of a cached row group's place. */
const PLACE_BYTES = 128;

/** A range of rows. */
export interface RowRange {
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly limit: number;
}

/**
 * Parquet files with a column `t` (BIGINT, milliseconds) and columns of DOUBLE, ascending by `t`. Reads are cached by the file's digest, up
 * to a limit: consecutive pages decode a row group once.
 */
export class ParquetFiles {
  readonly #groups: LRUCache<string, RowGroup>;
  readonly #indexes = new LRUCache<string, FileIndex>({
    maxSize: INDEX_BYTES_MAX,
    sizeCalculation: ({ footer, groups }) => footer.byteLength + groups.length * PLACE_BYTES,
  });

  /** Caches at most `groupBytesMax` of decoded row groups. */
  constructor(groupBytesMax: number = GROUP_BYTES_MAX) {
    this.#groups = new LRUCache({
      maxSize: groupBytesMax,
      sizeCalculation: ({ times, values }) => times.byteLength * (1 + values.length),
    });
  }

  /** Returns the size of the cached row groups. */
  get rememberedBytes(): number {
    return this.#groups.calculatedSize;
  }

  /** Writes ascending rows to a file; the same rows always make the same bytes. */
  async write(file: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
    const times = BigInt64Array.from(rows, ([timeMs]) => BigInt(timeMs));
    const values = columns.map((name, index) => {
      const data = Float64Array.from(rows, (row) => row[index + 1] ?? Number.NaN);
      if (!data.every(Number.isFinite)) throw new TypeError(`column ${name} holds a value that is not a number`);
      return { name, data, type: 'DOUBLE', nullable: false } as const;
    });
    const bytes = parquetWriteBuffer({
      columnData: [{ name: TIME_COLUMN, data: times, type: 'INT64', nullable: false }, ...values],
      rowGroupSize: ROW_GROUP_ROWS,
    });
    await writeFile(file, new Uint8Array(bytes));
  }

  /** Returns the first rows of a range over several consecutive files; row groups outside it are not read. */
  async read(files: readonly DataFile[], columns: readonly string[], range: RowRange): Promise<Row[]> {
    const found: Row[] = [];
    for (const file of files) {
      if (found.length >= range.limit) break;
      const rest = { ...range, limit: range.limit - found.length };
      for (const group of await this.#groupsIn(file, columns, rest)) take(found, group, range);
    }
    return found;
  }

  /** Returns all rows of a file without caching them: for work that reads each object once. */
  async readWhole({ path }: Pick<DataFile, 'path'>, columns: readonly string[]): Promise<Row[]> {
    const found: Row[] = [];
    const all = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY, limit: Number.POSITIVE_INFINITY };
    await withFile(path, async (handle) => {
      const index = await readIndex(handle);
      for (const group of await readGroups(handle, index, index.groups, columns)) take(found, group, all);
    });
    return found;
  }

  /** Returns the groups that hold the first rows of a range; enough of them, seldom more. */
  async #groupsIn(file: DataFile, columns: readonly string[], range: RowRange): Promise<readonly RowGroup[]> {
    const index = this.#indexes.get(file.sha256);
    const remembered = index && this.#remembered(file, placesIn(index, range), columns);
    if (remembered?.every((group) => group !== undefined) === true) return remembered;
    return withFile(file.path, async (handle) => {
      const found = index ?? (await readIndex(handle));
      const { footer, groups } = found;
      this.#indexes.set(file.sha256, { footer, groups });
      const places = placesIn(found, range);
      const read = await readGroups(handle, found, places, columns);
      for (const [number, place] of places.entries()) this.#groups.set(keyOf(file, place, columns), read[number]);
      return read;
    });
  }

  #remembered(file: DataFile, places: readonly GroupPlace[], columns: readonly string[]): (RowGroup | undefined)[] {
    return places.map((place) => this.#groups.get(keyOf(file, place, columns)));
  }
}

function keyOf({ sha256 }: DataFile, { rowStart }: GroupPlace, columns: readonly string[]): string {
  return `${sha256}/${rowStart}/${columns.join()}`;
}

function placesIn({ groups }: FileIndex, { fromMs, toMs, limit }: RowRange): GroupPlace[] {
  const overlapping = groups.filter(({ firstMs, lastMs }) => lastMs >= fromMs && firstMs < toMs);
  let sure = 0;
  const last = overlapping.findIndex(({ firstMs, rowStart, rowEnd }) => {
    if (firstMs >= fromMs) sure += rowEnd - rowStart;
    return sure >= limit;
  });
  return last === -1 ? overlapping : overlapping.slice(0, last + 1);
}

/** Adds the rows of a group that lie in a range, up to the limit. */
function take(found: Row[], { times, values }: RowGroup, { fromMs, toMs, limit }: RowRange): void {
  for (let index = firstAt(times, fromMs); index < times.length && found.length < limit; index += 1) {
    const timeMs = times[index] ?? Number.NaN;
    if (timeMs >= toMs) return;
    found.push([timeMs, ...values.map((column) => column[index] ?? Number.NaN)]);
  }
}

/** Returns the index of the first of ascending times that is not before a time. */
function firstAt(times: Float64Array, fromMs: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Number.NaN) < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
