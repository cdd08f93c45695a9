import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Row } from '@platform/venues/market-data';
import { ParquetFiles } from './parquet.js';

const COLUMNS = ['open', 'close'];
const rows: Row[] = Array.from({ length: 10_000 }, (_, index) => [index * 60_000, index / 7, -index]);
const parquet = new ParquetFiles();
/** A file of the directory, whose name stands for its digest. */
const fileOf = (path: string) => ({ path, sha256: path });
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parquet-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

test('the same rows give the same bytes, whatever else is written meanwhile', async () => {
  const files = ['a', 'b', 'c'].map((name) => join(directory, name));
  await Promise.all(files.map((file) => parquet.write(file, COLUMNS, rows)));
  const [first, ...others] = await Promise.all(files.map((file) => readFile(file)));
  for (const other of others) expect(other.equals(first ?? Buffer.alloc(0))).toBe(true);
});

test('a range over several files comes back exactly, in order and bounded', async () => {
  const [early, late] = [join(directory, "it's early"), join(directory, 'late')];
  await parquet.write(early, COLUMNS, rows.slice(0, 5_000));
  await parquet.write(late, COLUMNS, rows.slice(5_000));
  const range = { fromMs: 4_999 * 60_000, toMs: Number.POSITIVE_INFINITY, limit: 3 };
  expect(await parquet.read([early, late].map(fileOf), COLUMNS, range)).toEqual(rows.slice(4_999, 5_002));
  const all = { fromMs: Number.NEGATIVE_INFINITY, toMs: 120_000, limit: 10 };
  expect(await parquet.read([early, late].map(fileOf), COLUMNS, all)).toEqual(rows.slice(0, 2));
});

test('a range that starts near the end of a row group goes on in the next', async () => {
  const file = join(directory, 'groups');
  await parquet.write(file, COLUMNS, rows);
  const range = { fromMs: 4_000 * 60_000, toMs: Number.POSITIVE_INFINITY, limit: 1_000 };
  expect(await parquet.read([fileOf(file)], COLUMNS, range)).toEqual(rows.slice(4_000, 5_000));
});

test('a file that is missing, or no Parquet, is an error', async () => {
  const range = { fromMs: 0, toMs: 1, limit: 1 };
  await expect(parquet.read([fileOf(join(directory, 'none'))], COLUMNS, range)).rejects.toThrow(/ENOENT/);
  await writeFile(join(directory, 'text'), 'no Parquet');
  await expect(parquet.read([fileOf(join(directory, 'text'))], COLUMNS, range)).rejects.toThrow(/parquet/);
});

test('all rows of a file come back, and nothing of it is remembered', async () => {
  const file = join(directory, 'whole');
  await parquet.write(file, COLUMNS, rows);
  const reader = new ParquetFiles();
  expect(await reader.readWhole({ path: file }, COLUMNS)).toEqual(rows);
  expect(reader.rememberedBytes).toBe(0);
});

test('what is remembered stays within its bound, and is not read again', async () => {
  const groupBytes = 2_048 * 3 * 8;
  const reader = new ParquetFiles(groupBytes);
  const file = join(directory, 'bounded');
  await parquet.write(file, COLUMNS, rows);
  const first = { fromMs: 0, toMs: Number.POSITIVE_INFINITY, limit: 1 };
  for (const fromMs of [0, 5_000, 9_000].map((minute) => minute * 60_000)) {
    await reader.read([fileOf(file)], COLUMNS, { ...first, fromMs });
    expect(reader.rememberedBytes).toBeGreaterThan(0);
    expect(reader.rememberedBytes).toBeLessThanOrEqual(groupBytes);
  }
  await rm(file);
  expect(await reader.read([fileOf(file)], COLUMNS, { ...first, fromMs: 9_500 * 60_000 })).toEqual([rows[9_500]]);
  await expect(reader.read([fileOf(file)], COLUMNS, first)).rejects.toThrow(/ENOENT/);
});
