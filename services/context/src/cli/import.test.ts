import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TableName } from '../datasets/tables.js';
import { openTestDomain, type TestDomain } from '../testing/domain.js';
import { auditTable } from './audit.js';
import { importFile } from './import.js';

const HEADER = 'date,open,high,low,close,volume';
const BTC = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' };
let context: TestDomain;
let directory: string;

beforeAll(async () => {
  context = await openTestDomain('test_context_import');
  directory = await mkdtemp(join(tmpdir(), 'context-import-'));
  await context.collector.discover();
  await context.collectAll();
});

afterAll(async () => {
  await context[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

let file: string;
beforeEach(() => {
  file = join(directory, 'history.csv');
});

async function importRows(rows: readonly string[], table: TableName = 'candles_1h', header = HEADER) {
  await writeFile(file, [header, ...rows, ''].join('\n'));
  return importFile(file, { ...BTC, table }, context.domain, { clock: context.clock, owner: 'import' });
}

describe('an import', () => {
  test('adds older rows in front, leaves stored ones as they are, and records the gap between', async () => {
    const stored = await context.domain.catalogue.find({ ...BTC, table: 'candles_1h' });
    const lastMs = stored?.segments.at(-1)?.toMs ?? 0;
    const rows = [
      '2025-01-01 00:00:00,1,2,0.5,1.5,10',
      '2025-01-01 01:00:00,1.5,2,1,1.5,10',
      `${new Date(lastMs).toISOString()},7,7,7,7,7`,
    ];
    expect(await importRows(rows)).toEqual({ fileRows: 3, addedRows: 2, storedRows: 61 });
    expect(await importRows(rows)).toEqual({ fileRows: 3, addedRows: 0, storedRows: 61 });
    const record = await context.domain.catalogue.find({ ...BTC, table: 'candles_1h' });
    if (record === undefined) throw new Error('the table is gone');
    expect(record.segments).toHaveLength(2);
    expect(record.segments[1]).toEqual(stored?.segments[0]);
    const [first] = await context.domain.tables.read(record, { fromMs: 0, toMs: lastMs, limit: 1 });
    expect(first).toEqual([Date.UTC(2025, 0, 1), 1, 2, 0.5, 1.5, 10]);
    expect(await auditTable(record, context.domain)).toMatchObject({ gaps: 1, problems: [] });
  });

  test('of funding puts each payment at its hour', async () => {
    const rows = ['2025-01-01 00:00:00.068,0.00001', '2025-01-01 01:00:00.001,-0.00002'];
    expect(await importRows(rows, 'funding_1h', 'timestamp,funding_rate')).toMatchObject({ addedRows: 2 });
    const record = await context.domain.catalogue.find({ ...BTC, table: 'funding_1h' });
    expect(record?.segments[0]).toMatchObject({ fromMs: Date.UTC(2025, 0, 1), toMs: Date.UTC(2025, 0, 1, 1), rows: 2 });
  });

  test.each<[string, string[], RegExp]>([
    ['a header alone', [], /is VARCHAR/],
    [
      'a repeated time',
      ['2025-02-01 00:00:00,1,2,0.5,1,1', '2025-02-01 00:00:00,1,2,0.5,1,1'],
      /row 2 .* after the row/,
    ],
    ['a time off the interval', ['2025-02-01 00:30:00,1,2,0.5,1,1'], /row 1 .* interval of candles_1h/],
    ['seconds for milliseconds', ['1735689600,1,2,0.5,1,1'], /milliseconds/],
    ['a candle that has not closed', ['2026-03-02 12:00:00,1,2,0.5,1,1'], /not final/],
    ['a high below the close', ['2025-02-01 00:00:00,1,2,0.5,3,1'], /outside low and high/],
    ['a price of zero', ['2025-02-01 00:00:00,0,2,0,1,1'], /not positive/],
    ['a missing value', ['2025-02-01 00:00:00,1,2,,1,1'], /can't be read/],
    ['text for a number', ['2025-02-01 00:00:00,1,2,low,1,1'], /can't be read/],
  ])('with %s is refused and changes nothing', async (_, rows, reason) => {
    const before = await context.domain.catalogue.find({ ...BTC, table: 'candles_1h' });
    await expect(importRows(rows)).rejects.toThrow(reason);
    expect((await context.domain.catalogue.find({ ...BTC, table: 'candles_1h' }))?.segments).toEqual(before?.segments);
  });

  test('without a column, of another kind of file, or for no market is refused', async () => {
    await expect(importRows(['2025-02-01 00:00:00,1'], 'candles_1h', 'date,open')).rejects.toThrow(/no column high/);
    await expect(importRows(['1'], 'candles_1h', 'open')).rejects.toThrow(/no time column/);
    file = join(directory, 'history.feather');
    await expect(importRows(['1'])).rejects.toThrow(/convert-data/);
    const parts = { clock: context.clock, owner: 'import' };
    const unknown = { venue: 'hyperliquid', symbol: 'BTC-PERP.HYPERLIQUID', table: 'candles_1h' } as const;
    await expect(importFile(file, unknown, context.domain, parts)).rejects.toThrow(/no market/);
  });
});
