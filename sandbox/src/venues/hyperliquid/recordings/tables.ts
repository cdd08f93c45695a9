import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import { INTERVALS, type Interval } from '../interval.js';
import type { Candle, FundingRate } from '../market.js';
import { premiumOf } from '../model/fundings.js';

/** What is recorded of one coin. */
export interface RecordedTables {
  readonly candles: ReadonlyMap<Interval, readonly Candle[]>;
  readonly fundingRates: readonly FundingRate[];
}

const FILE_NAME = /^(?<coin>\w+)-(?<interval>\w+)\.parquet$/;
const timestamp = z.date().transform((date) => date.getTime());
const price = z.number().positive();
const candleRow = z
  .object({ timestamp, open: price, high: price, low: price, close: price, volume: z.number().nonnegative() })
  .transform(({ timestamp: openTimeMs, ...row }): Candle => ({ openTimeMs, ...row, trades: 0 }));
const fundingRow = z.object({ timestamp, funding_rate: z.number() }).transform(
  (row): FundingRate => ({
    timeMs: row.timestamp,
    rate: row.funding_rate,
    premium: premiumOf(row.funding_rate),
  }),
);

/**
 * Reads `<directory>/hyperliquid/candles/<COIN>-<interval>.parquet` (columns timestamp, open, high, low, close, volume)
 * and `…/funding/<COIN>-1h.parquet` (timestamp, funding_rate), by coin. Rows must ascend in time; a file that does not
 * hold such rows is refused by name.
 */
export async function readRecordings(directory: string): Promise<Map<string, RecordedTables>> {
  const root = join(directory, 'hyperliquid');
  const candles = new Map<string, Map<Interval, readonly Candle[]>>();
  for (const file of await parquetFiles(join(root, 'candles'))) {
    const interval = INTERVALS.find((known) => known === file.interval);
    if (interval === undefined) throw new Error(`${file.path}: ${file.interval} is no candle interval`);
    const rows = await readRows(file.path, candleRow, (row) => row.openTimeMs);
    const ofCoin = candles.get(file.coin) ?? new Map<Interval, readonly Candle[]>();
    candles.set(file.coin, ofCoin.set(interval, rows));
  }
  const fundingRates = new Map<string, readonly FundingRate[]>();
  for (const file of await parquetFiles(join(root, 'funding'))) {
    fundingRates.set(file.coin, await readRows(file.path, fundingRow, (row) => row.timeMs));
  }
  const tables = [...candles].map(([coin, ofCoin]): [string, RecordedTables] => [
    coin,
    { candles: ofCoin, fundingRates: fundingRates.get(coin) ?? [] },
  ]);
  return new Map(tables);
}

async function parquetFiles(folder: string): Promise<{ path: string; coin: string; interval: string }[]> {
  const names = await readdir(folder);
  return names.sort().flatMap((name) => {
    const { coin, interval } = FILE_NAME.exec(name)?.groups ?? {};
    return coin === undefined || interval === undefined ? [] : [{ path: join(folder, name), coin, interval }];
  });
}

async function readRows<Row>(path: string, schema: z.ZodType<Row>, timeOf: (row: Row) => number): Promise<Row[]> {
  const file = await asyncBufferFromFile(path);
  const objects = await parquetReadObjects({ file, compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) } });
  const result = z.array(schema).min(1).safeParse(objects);
  if (!result.success)
    throw new Error(`${path}: ${result.error.issues[0]?.path.join('.')}: ${result.error.issues[0]?.message}`);
  const rows = result.data;
  const stray = rows.findIndex((row, index) => index > 0 && timeOf(row) <= timeOf(rows[index - 1] ?? row));
  if (stray > 0) throw new Error(`${path}: row ${stray} does not follow in time`);
  return rows;
}
