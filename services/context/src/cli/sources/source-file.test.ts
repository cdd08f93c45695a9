import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Row, tableKinds } from '@platform/venues/market-data';
import { CommandRefused } from '../refusal.js';
import { SourceEngine } from './source-engine.js';
import { readSourceFile } from './source-file.js';

/** Fifty hours each, written by pandas 3.1 with pyarrow 26.0, those named so by freqtrade 2026.9. */
const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url));
const FIRST_MS = Date.UTC(2025, 0, 1);
const HOUR_MS = 3_600_000;
const { candles_1h: CANDLES, funding_1h: FUNDING } = tableKinds;
const expected = Array.from(
  { length: 50 },
  (_, index): Row => [
    FIRST_MS + index * HOUR_MS,
    ...[100.1 + index, 102.2 + index, 99.5 + index, 101.3 + index, 10.25 * index],
  ],
);
const payments = Array.from({ length: 50 }, (_, index): Row => [FIRST_MS + index * HOUR_MS, (index - 20) / 1e6]);
let engine: SourceEngine;
let directory: string;

beforeAll(async () => {
  engine = await SourceEngine.open();
  directory = await mkdtemp(join(tmpdir(), 'source-files-'));
});

afterAll(async () => {
  engine[Symbol.dispose]();
  await rm(directory, { recursive: true, force: true });
});

function read(name: string, kind = CANDLES): Promise<Row[]> {
  return readSourceFile(join(FIXTURES, name), kind, engine);
}

async function readText(name: string, content: string | Uint8Array, kind = CANDLES): Promise<Row[]> {
  const file = join(directory, name);
  await writeFile(file, content);
  return readSourceFile(file, kind, engine);
}

describe('a feather file', () => {
  test.each(['freqtrade-futures', 'pandas-default', 'zstd', 'uncompressed', 'batches', 'unit-s', 'unit-us', 'unit-ns'])(
    '%s is read to the last bit',
    async (name) => {
      expect(await read(`${name}.feather`)).toEqual(expected);
    },
  );

  test('with names in capitals, whole numbers, times without a zone and further columns is read', async () => {
    const rows = await read('capitals.feather');
    expect(rows.map(([timeMs, ...values]) => [timeMs, ...values.slice(0, 4)])).toEqual(
      expected.map(([timeMs, ...values]) => [timeMs, ...values.slice(0, 4)]),
    );
    expect(rows[3]?.[5]).toBe(30);
  });

  test('of funding rates is read, also where they are the opening prices of candles', async () => {
    expect(await read('freqtrade-1h-funding_rate.feather', FUNDING)).toEqual(payments);
    expect(await read('old-1h-funding_rate.feather', FUNDING)).toEqual(payments);
    await expect(read('pandas-default.feather', FUNDING)).rejects.toThrow(/no column rate/);
  });

  test.each([
    ['missing-value.feather', /row 4: column close holds a value that is not a number/],
    ['text-times.feather', /column date has no times/],
    ['version-1.feather', /feather file of version 1/],
  ])('%s is refused', async (name, reason) => {
    await expect(read(name)).rejects.toThrow(reason);
  });

  test('that is cut off anywhere is refused or is not read as more than it holds', async () => {
    const whole = await readFile(join(FIXTURES, 'freqtrade-futures.feather'));
    for (let length = 0; length < whole.length; length += 97) {
      const error: unknown = await readText('cut.feather', whole.subarray(0, length)).catch((cause: unknown) => cause);
      expect({ length, refused: error instanceof CommandRefused }).toEqual({ length, refused: true });
    }
  });
});

describe('a JSON file', () => {
  const text = JSON.stringify(expected);

  test('of freqtrade is read, also compressed', async () => {
    expect(await readText('BTC_USDC_USDC-1h-futures.json', text)).toEqual(expected);
    expect(await readText('BTC_USDC_USDC-1h-futures.json.gz', gzipSync(text))).toEqual(expected);
  });

  test('of funding is read in both widths', async () => {
    expect(await readText('a-1h-funding_rate.json', JSON.stringify(payments), FUNDING)).toEqual(payments);
    const old = payments.map((payment) => [...payment, 0, 0, 0, 0]);
    expect(await readText('a-1h-funding_rate.json', JSON.stringify(old), FUNDING)).toEqual(payments);
    await expect(readText('a-1h-futures.json', JSON.stringify(old), FUNDING)).rejects.toThrow(
      /does not hold 2 numbers/,
    );
  });

  test('of objects is read by names in any case', async () => {
    const objects = expected.map(([t, open, high, low, close, volume]) => ({
      ...{ Date: new Date(t).toISOString(), Close: close, Open: open, High: high, Low: low, VOLUME: volume },
    }));
    expect(await readText('own.json', JSON.stringify(objects))).toEqual(expected);
  });

  test.each([
    ['not JSON', '[[1,2', /is not JSON/],
    ['no list', '{"a":1}', /is not a list of rows/],
    ['a short row', `[${JSON.stringify(expected[0])},[1,2]]`, /row 2 does not hold 6 numbers/],
    ['a null', '[[1,2,3,4,null,5]]', /row 1 holds a value that is not a number/],
  ])('with %s is refused', async (_, content, reason) => {
    await expect(readText('bad.json', content)).rejects.toThrow(reason);
    await expect(readText('bad.json.gz', content)).rejects.toThrow(/not a gzip file/);
  });
});

describe('a CSV or Parquet file', () => {
  const lines = expected.map(([t, ...values]) => [new Date(t).toISOString(), ...values].join());

  test.each([
    'date,open,high,low,close,volume',
    'Date,Open,High,Low,Close,Volume',
    'Open Time,OPEN,HIGH,LOW,CLOSE,VOLUME',
  ])('headed %s is read', async (header) => {
    expect(await readText('own.csv', [header, ...lines].join('\n'))).toEqual(expected);
    expect(await readText('own.csv.gz', gzipSync([header, ...lines].join('\n')))).toEqual(expected);
  });

  test('as pandas writes its times is read', async () => {
    const stamp = (timeMs: number) => new Date(timeMs).toISOString().replace('T', ' ').replace('.000Z', '+00:00');
    const rows = expected.map(([t, ...values]) => [stamp(t), ...values].join());
    expect(await readText('own.csv', ['date,open,high,low,close,volume', ...rows].join('\n'))).toEqual(expected);
  });

  test('of another ending, or without a column, is refused', async () => {
    await copyFile(join(FIXTURES, 'zstd.feather'), join(directory, 'own.xlsx'));
    await expect(readSourceFile(join(directory, 'own.xlsx'), CANDLES, engine)).rejects.toThrow(/must end in/);
    await expect(readText('own.csv', 'date,open\n2025-02-01,1\n')).rejects.toThrow(/no column high/);
    await expect(readText('own.csv', 'open\n1\n')).rejects.toThrow(/no time column/);
  });
});
