import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { RowSource } from '@platform/venues/market-data';
import { type Row, tableKinds } from '@platform/venues/market-data';
import fc from 'fast-check';
import { openTestDomain, type TestDomain } from '../testing/domain.js';
import { auditTable } from './audit-table.js';
import type { TableRecord } from './catalogue.js';
import { merge, rowsOf, SEGMENT_ROWS_MAX, type Segment } from './segments.js';
import { type HeldTable, TableScatteredError } from './table-store.js';

const DATABASE = 'test_context_table_store';
const MINUTE_MS = 60_000;
const FIRST_MS = Date.UTC(2025, 0, 1);
const TABLE = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC', table: 'candles_1m' } as const;
const ALL = { fromMs: 0, toMs: Number.POSITIVE_INFINITY, limit: 1_000_000 };
let context: TestDomain;

beforeEach(async () => {
  context = await openTestDomain(DATABASE);
  await context.domain.catalogue.register(TABLE.venue, [TABLE.symbol], [tableKinds.candles_1m]);
});

afterEach(async () => {
  await context[Symbol.asyncDispose]();
});

async function hold(): Promise<HeldTable> {
  const record = await context.domain.catalogue.take(TABLE, 'test');
  if (record === undefined) throw new Error('the table is not free');
  return { record, lease: { owner: 'test', epoch: record.lease?.epoch ?? 0 } };
}

/** Returns rows of `count` minutes from the `start`th on; their values follow from the minute. */
function minutes(start: number, count: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const price = 100 + ((start + index) % 97);
    return [FIRST_MS + (start + index) * MINUTE_MS, price, price + 2, price - 1, price + 1, 3];
  });
}

function otherVolume(rows: readonly Row[]): Row[] {
  return rows.map(([timeMs, open = 0, high = 0, low = 0, close = 0]) => [timeMs, open, high, low, close, 9]);
}

async function extend(rows: readonly Row[], source: RowSource = 'imported'): Promise<TableRecord> {
  const held = await hold();
  await context.domain.tables.extend(held, rows, source);
  await context.domain.catalogue.abandon(held.record._id, held.lease);
  return found();
}

async function found(): Promise<TableRecord> {
  const record = await context.domain.catalogue.find(TABLE);
  if (record === undefined) throw new Error('the table is gone');
  return record;
}

function expectJoined(segments: readonly Segment[]): void {
  segments.forEach(({ rows }, index) => {
    const previous = segments[index - 1];
    if (previous !== undefined) expect(previous.rows + rows).toBeGreaterThan(SEGMENT_ROWS_MAX);
  });
}

describe('a table', () => {
  test('that is imported into in front, between and behind holds what was put in, in few whole objects', async () => {
    const piece = fc.record({ start: fc.nat(50_000), count: fc.integer({ min: 1, max: 4_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 8, maxLength: 14 }), async (pieces) => {
        let expected: Row[] = [];
        await clear();
        for (const { start, count } of pieces) {
          const rows = minutes(start, count);
          expected = merge(expected, rows);
          expectJoined((await extend(rows)).segments);
        }
        const record = await found();
        expect(rowsOf(record.segments)).toBe(expected.length);
        expect(await context.domain.tables.read(record, ALL)).toEqual(expected);
        expect(record.segments.length).toBeLessThanOrEqual(1 + (2 * expected.length) / SEGMENT_ROWS_MAX);
        expect((await auditTable(record, context.domain.tables)).problems).toEqual([]);
      }),
      { numRuns: 3 },
    );
  });

  test('that an earlier version left in pieces is one again once the collector has visited it', async () => {
    const held = await hold();
    const lone: Segment[] = [];
    for (let day = 0; day < 6; day += 1) {
      const alone = { ...held, record: { ...held.record, segments: [] } };
      const { segments } = await context.domain.tables.extend(alone, minutes(day * 1_500, 1_500), 'unknown');
      lone.push(...segments);
    }
    await context.domain.catalogue.commit(held.record._id, held.lease, { segments: lone, sources: [], refill: [] });
    await context.domain.catalogue.abandon(held.record._id, held.lease);
    expect((await found()).segments).toHaveLength(6);

    await context.collector.discover();
    await context.collectAll();
    const record = await found();
    expect(record.segments).toHaveLength(1);
    expect((await context.domain.tables.read(record, ALL)).slice(0, 9_000)).toEqual(minutes(0, 9_000));
  });

  test('that needs no joining is not written again', async () => {
    const before = await extend(minutes(0, 1_000));
    const held = await hold();
    expect(await context.domain.tables.compact(held)).toMatchObject({ segments: held.record.segments });
    await context.domain.catalogue.abandon(held.record._id, held.lease);
    expect((await extend(minutes(0, 1_000))).segments).toEqual(before.segments);
  });
});

describe('where rows come from', () => {
  const at = (minute: number) => FIRST_MS + minute * MINUTE_MS;
  const ranges = ({ sources }: TableRecord) =>
    sources.map(({ source, fromMs, toMs }) => [source, (fromMs - FIRST_MS) / MINUTE_MS, (toMs - FIRST_MS) / MINUTE_MS]);

  async function change(work: (held: HeldTable) => Promise<unknown>): Promise<TableRecord> {
    const held = await hold();
    await work(held).finally(() => context.domain.catalogue.abandon(held.record._id, held.lease));
    return found();
  }

  test('is kept for every row, in front, between and behind', async () => {
    await extend([...minutes(100, 50), ...minutes(200, 50)], 'venue');
    await extend(minutes(90, 20), 'imported');
    const record = await extend([...minutes(140, 70), ...minutes(240, 20)], 'simulated');
    expect(ranges(record)).toEqual([
      ['imported', 90, 100],
      ['venue', 100, 150],
      ['simulated', 150, 200],
      ['venue', 200, 250],
      ['simulated', 250, 260],
    ]);
    expect((await context.domain.datasets.list(TABLE))[0]?.tables[0]?.source).toEqual([
      'venue',
      'simulated',
      'imported',
    ]);
  });

  test('goes with the rows when they are removed, and what the venue may serve again is noted', async () => {
    await extend(minutes(0, 100), 'venue');
    await extend(minutes(100, 50), 'imported');
    const removed = await change((held) => context.domain.tables.remove(held, [{ fromMs: at(80), toMs: at(120) }]));
    expect(ranges(removed)).toEqual([
      ['venue', 0, 80],
      ['imported', 120, 150],
    ]);
    expect(removed.refill).toEqual([{ fromMs: at(80), toMs: at(120) }]);
    expect(await context.domain.tables.read(removed, ALL)).toEqual([...minutes(0, 80), ...minutes(120, 30)]);
    const imported = await extend(minutes(90, 10), 'imported');
    expect(imported.refill).toEqual([
      { fromMs: at(80), toMs: at(90) },
      { fromMs: at(100), toMs: at(120) },
    ]);
    const all = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
    const empty = await change((held) => context.domain.tables.remove(held, [all]));
    expect(empty).toMatchObject({ segments: [], sources: [] });
  });

  test('changes with the values alone where rows are replaced, and no stored row stays between them', async () => {
    await extend(minutes(0, 100), 'simulated');
    const given = [...minutes(40, 5), ...otherVolume(minutes(45, 5)), ...minutes(60, 5)];
    const record = await change((held) => context.domain.tables.replace(held, given, 'imported'));
    expect(ranges(record)).toEqual([
      ['simulated', 0, 45],
      ['imported', 45, 50],
      ['simulated', 60, 100],
    ]);
    expect(await context.domain.tables.read(record, ALL)).toEqual([...minutes(0, 40), ...given, ...minutes(65, 35)]);
    expect((await auditTable(record, context.domain.tables)).problems).toEqual([]);
  });

  test('can not change so often that the record would grow without end', async () => {
    const isolated = Array.from({ length: 26_000 }, (_, index) => minutes(index * 2, 1)).flat();
    await extend(isolated, 'venue');
    const between = Array.from({ length: 26_000 }, (_, index) => minutes(index * 2 + 1, 1)).flat();
    const before = await found();
    await expect(change((held) => context.domain.tables.extend(held, between, 'imported'))).rejects.toThrow(
      TableScatteredError,
    );
    expect((await found()).segments).toEqual(before.segments);
  });
});

async function clear(): Promise<void> {
  const held = await hold();
  await context.domain.catalogue.commit(held.record._id, held.lease, { segments: [], sources: [], refill: [] });
  await context.domain.catalogue.abandon(held.record._id, held.lease);
}
