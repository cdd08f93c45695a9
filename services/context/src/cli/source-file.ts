import { extname } from 'node:path';
import type { Row, TableKind } from '../datasets/tables.js';
import { literal, SourceEngine } from './source-engine.js';

/** Names of the time column, in the order they are looked for. */
const TIME_COLUMNS = ['t', 'date', 'timestamp', 'time', 'open_time', 'hour'];
/** What other tools call a table's columns. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = { rate: ['rate', 'funding_rate', 'fundingRate'] };
const ROWS_MAX = 2_000_000;
const STAMP_LATE_MS_MAX = 60_000;

/** A file that can't be imported, and why. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/** Reads a user's file: CSV with a header, or Parquet. Times are dates, timestamps (UTC) or milliseconds since the epoch. */
export async function readSourceFile(file: string, kind: TableKind): Promise<Row[]> {
  using engine = await SourceEngine.open();
  const relation = relationOf(file);
  const columns = await engine.describe(relation).catch((cause: unknown) => {
    throw new ImportRefused(`${file} can't be read: ${reasonOf(cause)}`, { cause });
  });
  const selected = [timeExpression(columns), ...kind.columns.map((name) => valueExpression(name, columns))];
  const sql = `SELECT ${selected.join(', ')} FROM ${relation} LIMIT ${ROWS_MAX + 1}`;
  const rows = await engine.query(sql).catch((cause: unknown) => {
    throw new ImportRefused(`${file} can't be read: ${reasonOf(cause)}`, { cause });
  });
  if (rows.length > ROWS_MAX) throw new ImportRefused(`${file} has more than ${ROWS_MAX} rows: split it`);
  return kind.timeframe === undefined ? rows.map((row) => atItsHour(row, kind)) : rows;
}

/** Venues stamp a payment some milliseconds past its hour. */
function atItsHour([timeMs, ...values]: Row, { intervalMs }: TableKind): Row {
  const lateMs = timeMs % intervalMs;
  return [lateMs < STAMP_LATE_MS_MAX ? timeMs - lateMs : timeMs, ...values];
}

function relationOf(file: string): string {
  switch (extname(file).toLowerCase()) {
    case '.csv':
      return `read_csv(${literal(file)}, header = true)`;
    case '.parquet':
      return `read_parquet([${literal(file)}])`;
    case '.feather':
      throw new ImportRefused(
        'feather files are not read yet: convert it with freqtrade convert-data --format-from feather --format-to parquet',
      );
    default:
      throw new ImportRefused('the file must end in .csv or .parquet');
  }
}

interface Column {
  readonly name: string;
  readonly type: string;
}

function timeExpression(columns: readonly Column[]): string {
  const column = TIME_COLUMNS.flatMap((name) => columns.find((candidate) => candidate.name === name) ?? [])[0];
  if (column === undefined) throw new ImportRefused(`no time column: one of ${TIME_COLUMNS.join(', ')} is needed`);
  const name = quoted(column.name);
  if (/INT/.test(column.type)) return `CAST(${name} AS BIGINT)`;
  if (/^(TIMESTAMP|DATE)/.test(column.type)) return `epoch_ms(${name})`;
  throw new ImportRefused(
    `column ${column.name} is ${column.type}: a date, a timestamp or whole milliseconds is needed`,
  );
}

function valueExpression(name: string, columns: readonly Column[]): string {
  const names = SYNONYMS[name] ?? [name];
  const column = columns.find((candidate) => names.includes(candidate.name));
  if (column === undefined) throw new ImportRefused(`no column ${name}`);
  return `CAST(${quoted(column.name)} AS DOUBLE)`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
}
