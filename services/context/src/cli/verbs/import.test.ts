import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type TableName, tableKinds } from '@platform/venues/market-data';
import { auditTable } from '../../tables/audit-table.js';
import type { TableRecord } from '../../tables/catalogue.js';
import { openTestDomain, type TestDomain } from '../../testing/domain.js';
import { SourceEngine } from '../sources/source-engine.js';
import { conflictLines } from './conflicts.js';
import { ImportConflict, importFile } from './import.js';

const HEADER = 'date,open,high,low,close,volume';
const BTC = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' };
const ALL = { fromMs: 0, toMs: Number.POSITIVE_INFINITY, limit: 1_000 };
let context: TestDomain;
let engine: SourceEngine;
let directory: string;
let file: string;
/** What the latest import said of how far it was. */
const reported: string[] = [];

beforeAll(async () => {
  engine = await SourceEngine.open();
  directory = await mkdtemp(join(tmpdir(), 'context-import-'));
});

afterAll(async () => {
  engine[Symbol.dispose]();
  await rm(directory, { recursive: true, force: true });
});

beforeEach(async () => {
  context = await openTestDomain('test_context_import');
  await context.collector.discover();
  // The hours of both markets come first.
  await context.collector.collectNext();
  await context.collector.collectNext();
  file = join(directory, 'history.csv');
});

afterEach(async () => {
  await context[Symbol.asyncDispose]();
});

async function importRows(
  rows: readonly string[],
  {
    table = 'candles_1h',
    header = HEADER,
    replace = false,
  }: { table?: TableName; header?: string; replace?: boolean } = {},
) {
  await writeFile(file, [header, ...rows, ''].join('\n'));
  const parts = { stores: context.domain, engine, clock: context.clock, owner: 'import', replace };
  reported.length = 0;
  return importFile(file, { ...BTC, table }, parts, (line) => void reported.push(line));
}

async function found(table: TableName = 'candles_1h'): Promise<TableRecord> {
  const record = await context.domain.catalogue.find({ ...BTC, table });
  if (record === undefined) throw new Error('the table is gone');
  return record;
}

/** Returns the stored row of a time, with other values or the same. */
async function storedRow(hour: number, change: (value: number) => number = (value) => value): Promise<string> {
  const [row] = await context.domain.tables.read(await found(), {
    ...ALL,
    fromMs: Date.UTC(2026, 2, 2, hour),
    limit: 1,
  });
  const [timeMs = 0, ...values] = row ?? [];
  return [new Date(timeMs).toISOString(), ...values.map(change)].join();
}

describe('an import', () => {
  test('adds older rows in front, leaves stored ones as they are, and records the gap between', async () => {
    const before = await context.domain.tables.read(await found(), ALL);
    const rows = ['2025-01-01 00:00:00,1,2,0.5,1.5,10', '2025-01-01 01:00:00,1.5,2,1,1.5,10', await storedRow(9)];
    expect(await importRows(rows)).toEqual({ added: 2, same: 1, replaced: 0, removed: 0, stored: 61 });
    expect(reported).toEqual([
      '........................  0 of 3  reading history.csv',
      '########................  1 of 3  3 rows wait for their table',
      '################........  2 of 3  storing 3 rows',
    ]);
    expect(await importRows(rows)).toEqual({ added: 0, same: 3, replaced: 0, removed: 0, stored: 61 });
    const record = await found();
    const [first, , ...others] = await context.domain.tables.read(record, ALL);
    expect(first).toEqual([Date.UTC(2025, 0, 1), 1, 2, 0.5, 1.5, 10]);
    expect(others).toEqual(before);
    expect(await auditTable(record, context.domain.tables)).toMatchObject({ gaps: 1, problems: [] });
    expect(record.sources.map(({ source }) => source)).toEqual(['imported', 'venue']);
  });

  test('whose rows are stored with other values is refused as a whole, and shows which', async () => {
    const before = await found();
    const rows = ['2025-01-01 00:00:00,1,2,0.5,1.5,10', await storedRow(8), await storedRow(9, (value) => value * 2)];
    const error: unknown = await importRows(rows).catch((cause: unknown) => cause);
    if (!(error instanceof ImportConflict)) throw new Error(`not refused for conflicts: ${String(error)}`);
    expect(error.message).toBe('1 row is stored with other values (venue)');
    expect(conflictLines(error.conflicts, tableKinds.candles_1h)).toEqual([
      expect.stringMatching(
        /^2026-03-02T09:00:00\.000Z {2}open (\d+) is stored, \d+ is new; high .*; volume 3\.25 is stored, 6\.5 is new$/,
      ),
    ]);
    expect((await found()).segments).toEqual(before.segments);
  });

  test('takes a value for the same that a text format rounded', async () => {
    expect(await importRows([await storedRow(9, (value) => value * (1 + 1e-12))])).toMatchObject({ same: 1 });
  });

  test('that replaces makes its rows all that the table holds in its time, and says what it took away', async () => {
    const rows = [
      await storedRow(7, (value) => value * 2),
      await storedRow(8),
      await storedRow(10, (value) => value * 3),
    ];
    const result = await importRows(rows, { replace: true });
    expect(result).toEqual({ added: 0, same: 1, replaced: 2, removed: 1, stored: 58 });
    const record = await found();
    expect(record.sources.map(({ source }) => source)).toEqual(['venue', 'imported', 'venue', 'imported', 'venue']);
    expect(await auditTable(record, context.domain.tables)).toMatchObject({ gaps: 1, problems: [] });
  });

  test('of funding puts each payment at its hour', async () => {
    const rows = ['2025-01-01 00:00:00.068,0.00001', '2025-01-01 01:14:47.645,-0.00002', '2025-01-01 01:59:59.000,0.5'];
    const funding = { table: 'funding_1h', header: 'timestamp,funding_rate' } as const;
    expect(await importRows(rows, funding)).toMatchObject({ added: 2, stored: 2 });
    const stored = await context.domain.tables.read(await found('funding_1h'), ALL);
    expect(stored.map(([timeMs]) => timeMs)).toEqual([Date.UTC(2025, 0, 1), Date.UTC(2025, 0, 1, 1)]);
  });

  test('leaves rows without a source nowhere, and an audit would say so', async () => {
    const record = await found();
    const { problems } = await auditTable({ ...record, sources: record.sources.slice(1) }, context.domain.tables);
    expect(problems).toEqual(['59 rows have no source']);
  });

  test('waits for a table that is being collected', async () => {
    const record = await context.domain.catalogue.take({ ...BTC, table: 'candles_1h' }, 'collector');
    const importing = importRows(['2025-01-01,1,2,0.5,1.5,10']);
    const lease = { owner: 'collector', epoch: record?.lease?.epoch ?? 0 };
    await context.domain.catalogue.abandon(record?._id ?? '', lease);
    expect(await importing).toMatchObject({ added: 1 });
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
    const before = await found();
    await expect(importRows(rows)).rejects.toThrow(reason);
    expect((await found()).segments).toEqual(before.segments);
  });

  test('for no market, or of no file, is refused', async () => {
    const parts = { stores: context.domain, engine, clock: context.clock, owner: 'import', replace: false };
    const unknown = { venue: 'hyperliquid', symbol: 'BTC-PERP.HYPERLIQUID', table: 'candles_1h' } as const;
    await expect(importFile(file, unknown, parts)).rejects.toThrow(/no market/);
    const known = { ...BTC, table: 'candles_1h' } as const;
    await expect(importFile(join(directory, 'none.csv'), known, parts)).rejects.toThrow(/none.csv is not a file/);
  });
});
