import { zstdDecompressSync } from 'node:zlib';
import { ConfigurationError } from '@platform/kit/config';
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead } from 'hyparquet';

/** Columns of a Parquet file, by name, each as long as the file has rows. */
export type Columns = ReadonlyMap<string, readonly unknown[]>;

/** Returns the error for a file that is not a replayable recording: a line that names the setting and the reason. */
export function unusable(path: string, reason: string): ConfigurationError {
  return new ConfigurationError(
    `SANDBOX_RECORDINGS_DIR: ${path} ${reason} (docs/recordings.md says what it must hold)`,
  );
}

/**
 * Reads columns of a file, uncompressed or compressed by snappy or ZSTD; `optional` ones that it lacks are absent. Throws
 * `ConfigurationError` naming the problem.
 */
export async function readColumns(
  path: string,
  names: readonly string[],
  optional: readonly string[] = [],
): Promise<Columns> {
  const columns = new Map<string, unknown[]>();
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    const present = new Set(metadata.schema.map(({ name }) => name));
    const missing = names.filter((name) => !present.has(name));
    if (missing.length > 0) throw unusable(path, `has no column ${missing.join(', ')}`);
    for (const name of [...names, ...optional]) if (present.has(name)) columns.set(name, []);
    await parquetRead({
      file,
      metadata,
      columns: [...columns.keys()],
      compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
      onChunk: ({ columnName, columnData }) => {
        const column = columns.get(columnName);
        for (const value of Array.from(columnData)) column?.push(value);
      },
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'ConfigurationError') throw error;
    throw unusable(path, `can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (columns.get(names[0] ?? '')?.length === 0) throw unusable(path, 'has no rows');
  return columns;
}

/** Returns times in milliseconds since the epoch, ascending. Throws `ConfigurationError` naming the row. */
export function timesOf(path: string, columns: Columns, name: string): number[] {
  const times = (columns.get(name) ?? []).map((value, row) => {
    if (!(value instanceof Date) || Number.isNaN(value.getTime()))
      throw unusable(path, `row ${row}: ${name} is not a timestamp`);
    return value.getTime();
  });
  const stray = times.findIndex((timeMs, row) => row > 0 && timeMs <= (times[row - 1] ?? timeMs));
  if (stray > 0) throw unusable(path, `row ${stray} does not follow in time`);
  return times;
}

/** Returns the numbers of a column, each checked by a predicate. Throws `ConfigurationError` naming the row. */
export function numbersOf(path: string, columns: Columns, name: string, isRight: (value: number) => boolean): number[] {
  return (columns.get(name) ?? []).map((value, row) => {
    const number = typeof value === 'bigint' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number) && isRight(number)) return number;
    throw unusable(
      path,
      `row ${row}: ${name} is ${value === null || value === undefined ? 'missing' : `not right: ${value}`}`,
    );
  });
}
