import { stat } from 'node:fs/promises';
import type { Row, TableKind } from '@platform/venues/market-data';
import { CommandRefused } from '../refusal.js';
import { type PickedColumns, pickColumns } from './columns.js';
import { readFeather } from './feather.js';
import { readJson } from './json.js';
import { literal, type SourceColumn, SourceEngine } from './source-engine.js';

/** A year of minutes has 525,600 rows; a file of three years is accepted. */
const ROWS_MAX = 2_000_000;

/** Endings of users' files, by format. */
export const formats = {
  csv: /\.csv(\.gz)?$/i,
  parquet: /\.parquet$/i,
  feather: /\.feather$/i,
  json: /\.json(\.gz)?$/i,
};

/**
 * Reads a user's file by its ending: CSV with a header, Parquet, feather or JSON. Times are dates, timestamps (UTC) or
 * milliseconds since the epoch. Throws `CommandRefused`.
 */
export async function readSourceFile(file: string, kind: TableKind, engine: SourceEngine): Promise<Row[]> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) throw new CommandRefused(`${file} is not a file`);
  const rows = await readAny(file, kind, engine);
  if (rows.length > ROWS_MAX) throw new CommandRefused(`${file} has more than ${ROWS_MAX} rows: split it`);
  return kind.timeframe === undefined ? atTheirHours(rows, kind) : rows;
}

async function readAny(file: string, kind: TableKind, engine: SourceEngine): Promise<Row[]> {
  if (formats.feather.test(file)) return readFeather(file, kind);
  if (formats.json.test(file)) return readJson(file, kind);
  if (formats.csv.test(file)) return readRelation(file, `read_csv(${literal(file)}, header = true)`, kind, engine);
  if (formats.parquet.test(file)) return readRelation(file, `read_parquet([${literal(file)}])`, kind, engine);
  throw new CommandRefused(`${file} must end in .csv, .parquet, .feather, .json or .json.gz`);
}

async function readRelation(file: string, relation: string, kind: TableKind, engine: SourceEngine): Promise<Row[]> {
  const unreadable = (cause: unknown) => {
    throw new CommandRefused(`${file} can't be read: ${reasonOf(cause)}`, { cause });
  };
  const columns = await engine.describe(relation).catch(unreadable);
  const names = columns.map(({ name }) => name);
  const picked = pickColumns(names, kind, file);
  const sql = `SELECT ${expressions(picked, columns).join(', ')} FROM ${relation} LIMIT ${ROWS_MAX + 1}`;
  return engine.query(sql).catch(unreadable);
}

function expressions({ time, values }: PickedColumns, columns: readonly SourceColumn[]): string[] {
  const type = columns.find(({ name }) => name === time)?.type ?? '';
  return [timeExpression(time, type), ...values.map((name) => `CAST(${quoted(name)} AS DOUBLE)`)];
}

function timeExpression(column: string, type: string): string {
  if (/INT/.test(type)) return `CAST(${quoted(column)} AS BIGINT)`;
  if (/^(TIMESTAMP|DATE)/.test(type)) return `epoch_ms(${quoted(column)})`;
  throw new CommandRefused(`column ${column} is ${type}: a date, a timestamp or whole milliseconds is needed`);
}

/**
 * Moves payments to their hours. Venues stamp a payment when they make it: some milliseconds past its hour, and many minutes after an
 * outage. Of two in one hour the first is kept, as in collection.
 */
function atTheirHours(rows: readonly Row[], { intervalMs }: TableKind): Row[] {
  const hourOf = (timeMs: number) => timeMs - (timeMs % intervalMs);
  return rows
    .map(([timeMs, ...values]): Row => [hourOf(timeMs), ...values])
    .filter(([timeMs], index, all) => index === 0 || timeMs !== all[index - 1]?.[0]);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
}
