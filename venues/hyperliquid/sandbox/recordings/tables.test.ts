import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigurationError } from '@platform/kit/config';
import { checkRecordings, readRecordings } from './tables.js';

const TIME = "timestamptz '2025-06-01 00:00:00+00' + i * interval 1 hour as timestamp";
const CANDLES = `select ${TIME}, 1.0 as open, 2.0 as high, 0.5 as low, 1.5 as close, 3.0 as volume from range(5) r(i)`;
const FUNDING = `select ${TIME}, 0.00002 as funding_rate from range(5) r(i)`;
let database: DuckDBConnection;
let directory: string;

beforeAll(async () => {
  database = await (await DuckDBInstance.create(':memory:')).connect();
});

afterAll(() => database.closeSync());

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recordings-'));
  for (const folder of ['candles', 'funding']) await mkdir(at(folder), { recursive: true });
  await record(CANDLES, 'candles/BTC-1h.parquet');
  await record(FUNDING, 'funding/BTC-1h.parquet');
});

afterEach(() => rm(directory, { recursive: true }));

function at(name: string): string {
  return join(directory, 'hyperliquid', name);
}

async function record(query: string, name: string, compression = 'zstd'): Promise<void> {
  await database.run(`copy (${query}) to '${at(name)}' (format parquet, compression ${compression})`);
}

describe('a folder of recordings', () => {
  test.each(['uncompressed', 'snappy', 'zstd'])('compressed by %s is read', async (compression) => {
    await record(CANDLES, 'candles/ETH-5m.parquet', compression);
    await writeFile(at('candles/README'), 'other files are left alone');
    await checkRecordings(directory);
    const recordings = await readRecordings(directory);
    expect(recordings.get('ETH')?.candles.get('5m')?.[1]).toEqual({
      ...{ openTimeMs: Date.UTC(2025, 5, 1, 1), open: 1, high: 2, low: 0.5, close: 1.5, volume: 3, trades: 0 },
    });
    expect(recordings.get('ETH')?.fundingRates).toEqual([]);
    expect(recordings.get('BTC')?.fundingRates).toHaveLength(5);
  });

  test.each<[string, RegExp, () => Promise<unknown>]>([
    [
      'that is missing',
      /hyperliquid\/candles is missing/,
      () => rm(join(directory, 'hyperliquid'), { recursive: true }),
    ],
    ['without candles', /hyperliquid\/candles is missing/, () => rm(at('candles'), { recursive: true })],
    ['without funding', /hyperliquid\/funding is missing/, () => rm(at('funding'), { recursive: true })],
    ['that is empty', /candles holds no \.parquet files/, () => rm(at('candles/BTC-1h.parquet'))],
    ['with empty funding', /funding holds no \.parquet files/, () => rm(at('funding/BTC-1h.parquet'))],
    ['with a cut file', /BTC-1h\.parquet can't be read: /, () => writeFile(at('candles/BTC-1h.parquet'), 'PAR1')],
    ['with an empty file', /BTC-1h\.parquet can't be read: /, () => writeFile(at('candles/BTC-1h.parquet'), '')],
    [
      'without a column',
      /BTC-1h\.parquet has no column volume/,
      () => record('select 1 as timestamp, 1 as open, 1 as high, 1 as low, 1 as close', 'candles/BTC-1h.parquet'),
    ],
    [
      'with numbers for times',
      /row 0: timestamp is not a timestamp/,
      () => record(CANDLES.replace(TIME, '1748736000000 as timestamp'), 'candles/BTC-1h.parquet'),
    ],
    [
      'with a price of zero',
      /row 0: low is not right: 0/,
      () => record(CANDLES.replace('0.5', '0.0'), 'candles/BTC-1h.parquet'),
    ],
    [
      'with a missing price',
      /row 0: low is missing/,
      () => record(CANDLES.replace('0.5', 'null::double'), 'candles/BTC-1h.parquet'),
    ],
    [
      'out of order',
      /row 1 does not follow in time/,
      () => record(`${CANDLES} order by i desc`, 'candles/BTC-1h.parquet'),
    ],
    [
      'without rows',
      /BTC-1h\.parquet has no rows/,
      () => record(CANDLES.replace('range(5)', 'range(0)'), 'candles/BTC-1h.parquet'),
    ],
    ['of an unknown interval', /7m is none/, () => record(CANDLES, 'candles/BTC-7m.parquet')],
    [
      'of an unlisted coin',
      /is of NO, which the sandbox venue does not list/,
      () => record(CANDLES, 'candles/NO-1h.parquet'),
    ],
    ['of another name', /is not named <COIN>-<interval>\.parquet/, () => record(CANDLES, 'candles/BTC_1h.parquet')],
    [
      'of funding by eight hours',
      /is of 8h: funding is recorded by the hour/,
      () => record(FUNDING, 'funding/BTC-8h.parquet'),
    ],
  ])('%s is refused in one line that names the setting', async (_, reason, spoil) => {
    await spoil();
    for (const read of [checkRecordings, readRecordings]) {
      const error: unknown = await read(directory)
        .then(() => undefined)
        .catch((cause: unknown) => cause);
      if (!(error instanceof ConfigurationError)) throw new Error(`not refused: ${String(error)}`);
      expect(error.message).toMatch(/^SANDBOX_RECORDINGS_DIR: .+ \(docs\/recordings\.md says what it must hold\)$/);
      expect(error.message).toMatch(reason);
    }
  });
});
