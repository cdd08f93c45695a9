import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  CompressionType,
  setCompressionCodec,
  TimeUnit,
  tableFromArrays,
  tableToIPC,
  timestamp,
} from '@uwdata/flechette';
import { compressFrameSync, decompressFrameSync } from 'lz4-napi';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const DATASETS = fileURLToPath(new URL('../../../services/context/dist/cli/main.js', import.meta.url));
const COMMAND_MS_MAX = 120_000;
/** The project's promise for 84 tables with any content. */
const IMPORT_MS_MAX = 60_000;
const MINUTE_MS = 60_000;
const TIMEFRAMES = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '1h': 60, '4h': 240, '1d': 1_440 };
const timeframes = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;
const COINS = ['BTC', 'ETH', 'SOL', 'HYPE', 'XRP', 'DOGE', 'ADA', 'ARB', 'AVAX', 'BNB', 'LINK', 'KPEPE'];
const ROWS = 3_000;
/** Before the oldest simulated day. */
const END_MS = Date.UTC(2023, 0, 1);
/** Four hours before it are simulated. */
const SIMULATED_MS = Date.UTC(2026, 0, 1);
let platform: Platform;
let caller: Caller;
let folder: string;

beforeAll(async () => {
  setCompressionCodec(CompressionType.LZ4_FRAME, {
    encode: (bytes) => compressFrameSync(Buffer.from(bytes)),
    decode: (bytes) => decompressFrameSync(Buffer.from(bytes)),
  });
  platform = await Platform.start('all of its markets are replaced by imported ones');
  caller = await Caller.register(platform, 'datasets@example.com');
  folder = join(platform.dataDirectory, 'hyperliquid');
  // The finest timeframe is collected last of them.
  for (const coin of ['KPEPE', 'ETH'])
    await until(
      `the candles of ${coin}`,
      () => tablesOf(coin),
      (tables) => tables['candles_1m'] !== undefined,
    );
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** Writes rows up to a time as freqtrade does: feather, compressed by LZ4, times in milliseconds of UTC. */
async function write(coin: string, timeframe: keyof typeof TIMEFRAMES, endMs: number): Promise<void> {
  const intervalMs = TIMEFRAMES[timeframe] * MINUTE_MS;
  const times = Array.from({ length: ROWS }, (_, index) => endMs - (ROWS - index) * intervalMs);
  const prices = (factor: number) => Float64Array.from(times, (_, index) => (100 + (index % 50)) * factor);
  const columns = { date: times, open: prices(1), high: prices(1.01), low: prices(0.99), close: prices(1) };
  const types = { date: timestamp(TimeUnit.MILLISECOND, 'UTC') };
  const table = tableFromArrays({ ...columns, volume: prices(2) }, { types });
  const bytes = tableToIPC(table, { format: 'file', codec: CompressionType.LZ4_FRAME });
  if (bytes === null) throw new Error('nothing was written');
  await mkdir(join(folder, 'futures'), { recursive: true });
  await writeFile(join(folder, 'futures', `${coin}_USDC_USDC-${timeframe}-futures.feather`), bytes);
}

function datasets(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: platform.dataDirectory };
  return new Promise((resolve) => {
    execFile(process.execPath, [DATASETS, ...args], { env, timeout: COMMAND_MS_MAX }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err });
    });
  });
}

interface Table {
  readonly from: string;
  readonly source: readonly string[];
}

interface Dataset {
  readonly tables: Record<string, Table>;
  readonly gaps: readonly unknown[];
}

async function dataset(coin: string): Promise<Dataset> {
  const { body } = await caller.send('GET', `/context/datasets?venue=hyperliquid&symbol=${coin}/USDC:USDC`);
  return body.datasets[0];
}

/** The tables of a market, by name. */
async function tablesOf(coin: string): Promise<Record<string, Table>> {
  return (await dataset(coin)).tables;
}

/** Returns the part of candles that does not change while the platform goes on collecting. */
function kept(tables: Record<string, Table>) {
  return timeframes.map((timeframe) => {
    const { from, source } = tables[`candles_${timeframe}`] ?? {};
    return { timeframe, from, source };
  });
}

/** Backtests eight of the imported markets on their five minutes, in a time without other stored rows. */
async function backtestOfImported(): Promise<void> {
  const request = backtestRequest({
    symbols: COINS.slice(0, 8).map((coin) => `${coin}/USDC:USDC`),
    config: { timeframe: '5m', max_open_trades: 8 },
    range: { from: '2022-12-25', to: '2022-12-31' },
  });
  const { body } = await caller.send('POST', '/runtime/backtests', request);
  const { status, error, result } = await caller.untilEnded(body.id);
  expect([status, error ?? null]).toEqual(['finished', null]);
  expect(result.per_pair).toHaveLength(8);
  const read = result.data.tables.filter(({ timeframe }: { timeframe: string }) => timeframe === '5m');
  expect(read).toHaveLength(8);
}

describe('84 tables of a freqtrade data directory', () => {
  test('are imported by one command in under a minute, shown as imported, backtested, and taken out again', async () => {
    const before = kept(await tablesOf('KPEPE'));
    for (const coin of COINS) for (const timeframe of timeframes) await write(coin, timeframe, END_MS);

    const startedAtMs = performance.now();
    const imported = await datasets('import', '--datadir', folder);
    expect(performance.now() - startedAtMs).toBeLessThan(IMPORT_MS_MAX);
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.out).toMatch(/\n84 of 84 files imported, 252000 rows added; 0 refused, 0 skipped\n$/);
    expect(imported.err).toMatch(/importing: 84 of 84 {2}futures\//);
    const tables = await tablesOf('KPEPE');
    for (const timeframe of timeframes)
      expect(tables[`candles_${timeframe}`]?.source).toEqual(['simulated', 'imported']);
    await backtestOfImported();

    const removed = await datasets('remove', '--imported');
    expect(removed).toMatchObject({ code: 0, out: expect.stringMatching(/\n252000 rows removed from 84 tables\n$/) });
    expect(kept(await tablesOf('KPEPE'))).toEqual(before);
  }, 300_000);

  test('that differ from simulated candles are refused, take their place when told to, and give it back', async () => {
    await rm(join(folder, 'futures'), { recursive: true });
    await write('ETH', '4h', SIMULATED_MS);
    const eth = kept(await tablesOf('ETH'));

    const refused = await datasets('import', '--datadir', folder);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(
      /ETH_USDC_USDC-4h-futures\.feather +\d+ {2}refused: \d+ rows are stored .* \(simulated\)\n/,
    );
    expect(refused.out).toMatch(/\.000Z {2}open [\d.]+ is stored, [\d.]+ is new; high/);
    expect(kept(await tablesOf('ETH'))).toEqual(eth);

    const audit = ['audit', '--venue', 'hyperliquid', '--symbol', 'ETH/USDC:USDC'];
    expect(await datasets(...audit)).toMatchObject({ code: 0, out: expect.stringMatching(/ 0 problems\n$/) });
    expect(await datasets('replace', '--datadir', folder)).toMatchObject({ code: 0 });
    const audited = await datasets(...audit);
    expect(audited.code).toBe(1);
    expect(audited.out).toMatch(
      /ETH\/USDC:USDC {2}candles_1d and candles_4h disagree in 500 of \d+ candles by more than/,
    );
    expect((await tablesOf('ETH'))['candles_4h']?.source).toEqual(['simulated', 'imported']);
    expect(await datasets('remove', '--imported')).toMatchObject({ code: 0 });
    const isBack = ({ gaps, tables }: Dataset) => gaps.length === 0 && isDeepStrictEqual(kept(tables), eth);
    await until('the simulated candles', () => dataset('ETH'), isBack);
  });
});
