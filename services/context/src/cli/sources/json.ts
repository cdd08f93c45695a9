import { readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Row, TableKind } from '@platform/venues/market-data';
import { CommandRefused } from '../refusal.js';
import { isFreqtradeFunding, pickColumns } from './columns.js';

/** The longest text that Node can hold. */
const TEXT_BYTES_MAX = 500 * 1024 * 1024;
/** Columns of a file of candles. */
const CANDLE_WIDTH = 6;

/**
 * Reads a JSON file of rows: arrays, the time first and then the table's columns, as freqtrade writes them; or objects with
 * names. Times are milliseconds, or ISO 8601 in objects. Throws `CommandRefused`.
 */
export async function readJson(file: string, kind: TableKind): Promise<Row[]> {
  const parsed = parse(file, await textOf(file));
  if (!Array.isArray(parsed)) throw new CommandRefused(`${file} is not a list of rows`);
  const [first]: unknown[] = parsed;
  return parsed.map(Array.isArray(first) || first === undefined ? byPosition(file, kind) : byName(file, first, kind));
}

async function textOf(file: string): Promise<string> {
  const { size } = await stat(file);
  const tooLarge = new CommandRefused(`${file} holds more than ${TEXT_BYTES_MAX} bytes of text: split it`);
  if (size > TEXT_BYTES_MAX) throw tooLarge;
  const bytes = await readFile(file);
  if (!file.toLowerCase().endsWith('.gz')) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: TEXT_BYTES_MAX }).toString('utf8');
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge;
    throw new CommandRefused(`${file} is not a gzip file, or is truncated`, { cause });
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandRefused(`${file} is not JSON, or is truncated`, { cause });
  }
}

function byPosition(file: string, kind: TableKind): (row: unknown, index: number) => Row {
  const width = kind.columns.length + 1;
  return (row, index) => {
    const cells = Array.isArray(row) ? row : [];
    const isOldFunding = isFreqtradeFunding(file) && cells.length === CANDLE_WIDTH;
    if (cells.length !== width && !isOldFunding)
      throw new CommandRefused(`row ${index + 1} does not hold ${width} numbers: the time, ${kind.columns.join(', ')}`);
    return toRow(cells.slice(0, width), index);
  };
}

function byName(file: string, first: unknown, kind: TableKind): (row: unknown, index: number) => Row {
  const { time, values } = pickColumns(Object.keys(fieldsOf(first)), kind, file);
  return (row, index) => {
    const fields = fieldsOf(row);
    const timeOf = fields[time];
    return toRow(
      [typeof timeOf === 'string' ? Date.parse(timeOf) : timeOf, ...values.map((name) => fields[name])],
      index,
    );
  };
}

function fieldsOf(row: unknown): Readonly<Record<string, unknown>> {
  return typeof row === 'object' && row !== null ? { ...row } : {};
}

function toRow([time, ...values]: readonly unknown[], index: number): Row {
  const number = (value: unknown) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new CommandRefused(`row ${index + 1} holds a value that is not a number`);
  };
  return [number(time), ...values.map(number)];
}
