import { readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import type { Row, TableKind } from '@platform/venues/market-data';
import { CompressionType, setCompressionCodec, type Table, Type, tableFromIPC } from '@uwdata/flechette';
import { decompressFrameSync } from 'lz4-napi';
import { CommandRefused } from '../refusal.js';
import { pickColumns } from './columns.js';

setCompressionCodec(CompressionType.LZ4_FRAME, decoder(decompressFrameSync));
setCompressionCodec(CompressionType.ZSTD, decoder(zstdDecompressSync));

/**
 * Reads a feather file (Arrow IPC, version 2): uncompressed, LZ4 as pandas and freqtrade write it, or ZSTD. Throws
 * `CommandRefused` for anything else.
 */
export async function readFeather(file: string, kind: TableKind): Promise<Row[]> {
  const table = open(file, await readFile(file));
  const picked = pickColumns(
    table.schema.fields.map(({ name }) => String(name)),
    kind,
    file,
  );
  const times = timesOf(table, picked.time);
  const values = picked.values.map((name) => numbersOf(table, name));
  return Array.from(
    times,
    (timeMs, index): Row => [Math.round(timeMs), ...values.map((column) => column[index] ?? Number.NaN)],
  );
}

function open(file: string, bytes: Uint8Array): Table {
  // Version 1 of the format begins with these bytes.
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'FEA1')
    throw new CommandRefused(`${file} is a feather file of version 1: write it again with a newer pandas`);
  try {
    return tableFromIPC(bytes, { useDate: false });
  } catch (cause) {
    throw new CommandRefused(`${file} is not a feather file, or is truncated: ${String(cause)}`, { cause });
  }
}

function timesOf(table: Table, name: string): ArrayLike<number> {
  const type = table.schema.fields.find((field) => field.name === name)?.type.typeId;
  if (type === Type.Timestamp || type === Type.Date || type === Type.Int) return numbersOf(table, name);
  throw new CommandRefused(`column ${name} has no times: it must hold dates, timestamps or whole milliseconds`);
}

/** Returns a column's values without copying a column of numbers alone. Throws where a value is missing or not a number. */
function numbersOf(table: Table, name: string): ArrayLike<number> {
  const values: ArrayLike<unknown> = table.getChild(name).toArray();
  if (values instanceof Float64Array) return values;
  for (let index = 0; index < values.length; index += 1)
    if (typeof values[index] !== 'number')
      throw new CommandRefused(`row ${index + 1}: column ${name} holds a value that is not a number`);
  return Float64Array.from(values, Number);
}

function decoder(decompress: (bytes: Buffer) => Uint8Array) {
  return {
    // A view of the file's bytes, not a copy.
    decode: (bytes: Uint8Array) => decompress(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    encode: () => {
      throw new Error('feather files are only read');
    },
  };
}
