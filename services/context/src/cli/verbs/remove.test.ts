import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TableName } from '@platform/venues/market-data';
import { openTestDomain, type TestDomain } from '../../testing/domain.js';
import { SourceEngine } from '../sources/source-engine.js';
import { importFile } from './import.js';
import { type Removal, removeRows } from './remove.js';

const BTC = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' };
const EVERYTHING: Removal = {
  ...{ venue: undefined, symbol: undefined, table: undefined, imported: false },
  range: { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY },
};
const HOUR_MS = 3_600_000;
const at = (hour: number) => Date.UTC(2026, 2, 2, hour);
let context: TestDomain;
let engine: SourceEngine;
let directory: string;

beforeAll(async () => {
  engine = await SourceEngine.open();
  directory = await mkdtemp(join(tmpdir(), 'context-remove-'));
  context = await openTestDomain('test_context_remove');
});

afterAll(async () => {
  engine[Symbol.dispose]();
  await context[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

/** The venue's history, as before the tests. */
beforeEach(async () => {
  await context.collector.discover();
  await remove({});
  await context.collectAll();
});

function remove(removal: Partial<Removal>, report: (line: string) => void = () => {}) {
  return removeRows({ ...EVERYTHING, ...removal }, context.domain, 'remove', report);
}

/** Returns rows, the time of the first, and sources of a table. */
async function shown(table: TableName) {
  const [dataset] = await context.domain.datasets.list(BTC);
  const { fromMs, rows, source, gaps } = dataset?.tables.find(({ name }) => name === table) ?? {};
  return { fromMs, rows, source, gaps: gaps?.length };
}

async function importCandles(first: number, count: number, replace = false): Promise<void> {
  const file = join(directory, 'own.csv');
  const lines = Array.from({ length: count }, (_, index) => `${first + index * HOUR_MS},1,2,0.5,1.5,10`);
  await writeFile(file, ['t,open,high,low,close,volume', ...lines].join('\n'));
  const parts = { stores: context.domain, engine, clock: context.clock, owner: 'import', replace };
  await importFile(file, { ...BTC, table: 'candles_1h' }, parts);
}

describe('removing', () => {
  test('what was imported leaves what the venue gave', async () => {
    const before = await shown('candles_1h');
    await importCandles(Date.UTC(2025, 0, 1), 1_500);
    expect(await shown('candles_1h')).toMatchObject({ rows: 1_559, source: ['venue', 'imported'] });
    const reported: string[] = [];
    const removed = await remove({ imported: true }, (line) => void reported.push(line));
    expect(reported.at(0)).toMatch(/^\.{24} {2}0 of \d+ {2}\S+ candles_/);
    expect(removed.map(({ record, removed: rows }) => [record.symbol, record.table, rows])).toEqual([
      [BTC.symbol, 'candles_1h', 1_500],
    ]);
    expect(await shown('candles_1h')).toEqual(before);
  });

  test('what took the place of venue rows brings these back with the next collection, and nothing else', async () => {
    const before = await shown('candles_1h');
    context.venue.isMissing = (timeMs) => timeMs === at(5);
    await importCandles(at(1), 3, true);
    await remove({ ...BTC, table: 'candles_1h', range: { fromMs: at(5), toMs: at(6) } });
    expect(await shown('candles_1h')).toMatchObject({ rows: 58, source: ['venue', 'imported'], gaps: 1 });
    await remove({ imported: true });
    expect(await shown('candles_1h')).toMatchObject({ rows: 55, source: ['venue'], gaps: 2 });
    await context.collectAll();
    expect(await shown('candles_1h')).toMatchObject({ rows: 58, source: ['venue'], gaps: 1 });
    context.venue.isMissing = () => false;
    await remove({ ...BTC, table: 'candles_1h', range: { fromMs: at(5), toMs: at(7) } });
    await context.collectAll();
    expect(await shown('candles_1h')).toEqual(before);
  });

  test('a market takes its tables out and no other', async () => {
    const removed = await remove({ ...BTC });
    expect(removed).toHaveLength(8);
    expect(await context.domain.datasets.list(BTC)).toEqual([]);
    expect((await context.domain.datasets.list({}))[0]?.tables).toHaveLength(8);
    await context.collectAll();
    expect(await shown('candles_1h')).toMatchObject({ rows: 59, source: ['venue'] });
  });

  test('where nothing lies removes nothing', async () => {
    const before = await context.domain.catalogue.find({ ...BTC, table: 'candles_1h' });
    expect(await remove({ ...BTC, range: { fromMs: 0, toMs: 1 } })).toEqual([]);
    expect(await remove({ imported: true })).toEqual([]);
    expect((await context.domain.catalogue.find({ ...BTC, table: 'candles_1h' }))?.segments).toEqual(before?.segments);
  });
});
