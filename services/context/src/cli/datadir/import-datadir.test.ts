import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openTestDomain, type TestDomain } from '../../testing/domain.js';
import { SourceEngine } from '../sources/source-engine.js';
import { removeRows } from '../verbs/remove.js';
import { importDataDirectory } from './import-datadir.js';
import { outcomeTable } from './outcome-table.js';

const FIXTURES = fileURLToPath(new URL('../sources/fixtures/', import.meta.url));
const EVERYTHING = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
let context: TestDomain;
let engine: SourceEngine;
let folder: string;
let reported: string[];

beforeAll(async () => {
  engine = await SourceEngine.open();
  context = await openTestDomain('test_context_datadir');
  await context.collector.discover();
});

afterAll(async () => {
  engine[Symbol.dispose]();
  await context[Symbol.asyncDispose]();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'datadir-'));
  await mkdir(join(folder, 'futures'));
  const all = { ...{ venue: undefined, symbol: undefined, table: undefined }, imported: false, range: EVERYTHING };
  await removeRows(all, context.domain, 'test');
  reported = [];
  return () => rm(folder, { recursive: true });
});

function put(fixture: string, name: string): Promise<void> {
  return copyFile(join(FIXTURES, `${fixture}.feather`), join(folder, name));
}

async function importAll(replace = false, from = folder) {
  const parts = { stores: context.domain, engine, clock: context.clock, owner: 'import', replace };
  return importDataDirectory(from, 'hyperliquid', parts, (line) => void reported.push(line));
}

/** Returns the outcome column of the table that a person sees, by file. */
function shown(outcomes: Awaited<ReturnType<typeof importAll>>): Record<string, string> {
  const lines = outcomeTable(outcomes)
    .split('\n')
    .slice(1, outcomes.length + 1);
  const cells = lines.map((line) => line.split(/ {2,}/));
  return Object.fromEntries(cells.map((row) => [row[0], row.slice(1).join(' ')]));
}

describe('a freqtrade data directory', () => {
  test('is imported file by file: every pair, timeframe and format; what belongs nowhere is skipped, and why', async () => {
    await put('freqtrade-futures', 'futures/BTC_USDC_USDC-1h-futures.feather');
    await put('freqtrade-1h-funding_rate', 'futures/BTC_USDC_USDC-1h-funding_rate.feather');
    await put('freqtrade-futures', 'futures/BTC_USDC_USDC-1h-mark.feather');
    await put('freqtrade-futures', 'futures/BTC_USDC_USDC-2h-futures.feather');
    await put('freqtrade-futures', 'futures/NO_USDC_USDC-1h-futures.feather');
    await put('freqtrade-futures', 'futures/BTC_USDC_USDC-trades.feather');
    await put('freqtrade-futures', 'BTC_USDC-1h.feather');
    const minute = `[[${Date.UTC(2025, 0, 1)},1,2,0.5,1.5,3],[${Date.UTC(2025, 0, 1, 0, 1)},1.5,2,0.5,1.5,3]]`;
    await writeFile(join(folder, 'futures/KPEPE_USDC_USDC-1m-futures.json'), minute);
    await writeFile(join(folder, 'futures/KPEPE_USDC_USDC-5m-futures.json'), minute);
    await writeFile(join(folder, 'futures/notes.txt'), 'not data');
    const outcomes = await importAll();
    expect(shown(outcomes)).toEqual({
      'BTC_USDC-1h.feather': 'skipped: spot candles are not stored',
      'futures/BTC_USDC_USDC-1h-funding_rate.feather': '50 0 0 imported',
      'futures/BTC_USDC_USDC-1h-futures.feather': '50 0 0 imported',
      'futures/BTC_USDC_USDC-1h-mark.feather': 'skipped: mark candles are not stored',
      'futures/BTC_USDC_USDC-2h-futures.feather': 'skipped: 2h is no timeframe that is stored',
      'futures/BTC_USDC_USDC-trades.feather': 'skipped: trades are not stored',
      'futures/KPEPE_USDC_USDC-1m-futures.json': '2 0 0 imported',
      'futures/KPEPE_USDC_USDC-5m-futures.json':
        'refused: row 2 (2025-01-01T00:01:00.000Z) does not stand on the interval of candles_5m',
      'futures/NO_USDC_USDC-1h-futures.feather': 'skipped: no market NO/USDC:USDC',
    });
    expect(outcomeTable(outcomes)).toMatch(/\n3 of 9 files imported, 102 rows added; 1 refused, 5 skipped\n$/);
    expect(reported).toHaveLength(9);
    expect(reported.at(-1)).toMatch(/^9 of 9 {2}futures\//);
    const stored = await context.domain.datasets.list({});
    expect(
      stored.flatMap(({ symbol, tables }) => tables.map(({ name, rows, source }) => [symbol, name, rows, source])),
    ).toEqual([
      ['BTC/USDC:USDC', 'candles_1h', 50, ['imported']],
      ['BTC/USDC:USDC', 'funding_1h', 50, ['imported']],
      ['KPEPE/USDC:USDC', 'candles_1m', 2, ['imported']],
    ]);
  });

  test('whose rows are stored with other values is refused where they are, and replaces them on request', async () => {
    await put('freqtrade-futures', 'futures/BTC_USDC_USDC-1h-futures.feather');
    await importAll();
    await put('capitals', 'futures/BTC_USDC_USDC-1h-futures.feather');
    await put('freqtrade-futures', 'futures/KPEPE_USDC_USDC-1h-futures.feather');
    const refused = outcomeTable(await importAll());
    expect(refused).toMatch(
      /BTC_USDC_USDC-1h-futures\.feather +37 {2}refused: 37 rows are stored with other values \(imported\)\n/,
    );
    expect(refused).toMatch(
      /\n {2}2025-01-01T01:00:00\.000Z {2}volume 10\.25 is stored, 10 is new\n(.+\n){2} {2}and 34 more\n/,
    );
    expect(refused).toMatch(
      /\n1 of 2 files imported, 50 rows added; 1 refused, 0 skipped; --replace has the files' rows/,
    );
    expect(shown(await importAll(true))).toEqual({
      'futures/BTC_USDC_USDC-1h-futures.feather': '0 13 37 imported',
      'futures/KPEPE_USDC_USDC-1h-futures.feather': '0 50 0 imported',
    });
  });

  test('may be named by its folder of futures', async () => {
    await put('freqtrade-futures', 'futures/BTC_USDC_USDC-1h-futures.feather');
    const outcomes = await importAll(false, join(folder, 'futures'));
    expect(shown(outcomes)).toEqual({ 'BTC_USDC_USDC-1h-futures.feather': '50 0 0 imported' });
  });

  test('that is none is refused', async () => {
    await expect(importAll()).rejects.toThrow(/holds no feather, JSON or Parquet files/);
    await expect(importAll(false, join(folder, 'nowhere'))).rejects.toThrow(/nowhere is not a readable folder/);
  });
});
