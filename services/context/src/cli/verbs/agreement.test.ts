import { describe, expect, test } from '@jest/globals';
import { type Row, type TableName, tableKinds } from '@platform/venues/market-data';
import { disagreements, type TableRows } from './agreement.js';

const FIRST_MS = Date.UTC(2025, 0, 1);
const MINUTES = 2 * 1_440;
/** Two days of minutes that wander. */
const minutes = Array.from({ length: MINUTES }, (_, index): Row => {
  const price = 100 + 10 * Math.sin(index / 50);
  return [FIRST_MS + index * 60_000, price, price + 1, price - 1, price + 0.5, 1];
});

/** The minutes as a table of another timeframe. */
function table(name: TableName): TableRows {
  const { intervalMs } = tableKinds[name];
  const groups = Map.groupBy(minutes, ([timeMs]) => timeMs - (timeMs % intervalMs));
  const rows = [...groups].map(([timeMs, parts]): Row => {
    const column = (index: number) => parts.map((part) => part[index] ?? 0);
    const [open = 0] = column(1);
    return [timeMs, open, Math.max(...column(2)), Math.min(...column(3)), column(4).at(-1) ?? 0, parts.length];
  });
  return { table: name, rows };
}

/** A table with one value of one row changed. */
function changed(name: TableName, at: number, column: number, factor: number): TableRows {
  const rows = table(name).rows.map((row, index) =>
    index === at
      ? ([row[0], ...row.slice(1).map((value, each) => (each + 1 === column ? value * factor : value))] as const)
      : row,
  );
  return { table: name, rows };
}

describe('timeframes of a market', () => {
  test('that are made of one another agree', () => {
    const all = ['candles_1m', 'candles_5m', 'candles_15m', 'candles_30m', 'candles_1h', 'candles_4h', 'candles_1d'];
    expect(disagreements(all.map((name) => table(name as TableName)))).toEqual([]);
  });

  test.each([
    ['open', 1],
    ['high', 2],
    ['low', 3],
    ['close', 4],
  ])('that differ in one %s are named with the time', (_, column) => {
    expect(disagreements([table('candles_5m'), changed('candles_1h', 7, column, 1.002)])).toEqual([
      'candles_1h and candles_5m disagree in 1 of 48 candles by more than 0.1 %: 2025-01-01T07:00:00.000Z',
    ]);
  });

  test('may differ by what a venue rounds, and in volume', () => {
    const [rounded, volume] = [changed('candles_1h', 7, 2, 1.0005), changed('candles_4h', 2, 5, 3)];
    expect(disagreements([table('candles_5m'), rounded, volume])).toEqual([]);
  });

  test('of another market altogether are counted, and the first times shown', () => {
    const other = { ...table('candles_1h'), rows: table('candles_1h').rows.map(([t]): Row => [t, 7, 7, 7, 7, 1]) };
    expect(disagreements([table('candles_5m'), table('candles_4h'), other])).toEqual([
      'candles_4h and candles_1h disagree in 12 of 12 candles by more than 0.1 %: 2025-01-01T00:00:00.000Z, 2025-01-01T04:00:00.000Z, 2025-01-01T08:00:00.000Z …',
      'candles_1h and candles_5m disagree in 48 of 48 candles by more than 0.1 %: 2025-01-01T00:00:00.000Z, 2025-01-01T01:00:00.000Z, 2025-01-01T02:00:00.000Z …',
    ]);
  });

  test('are compared across one that does not cover them, and where all parts are there', () => {
    const hours = { table: 'candles_1h', rows: table('candles_1h').rows.slice(24) } as const;
    const fives = { table: 'candles_5m', rows: table('candles_5m').rows.slice(6) } as const;
    expect(disagreements([fives, hours, changed('candles_4h', 0, 4, 2)])).toEqual([]);
    expect(disagreements([fives, hours, changed('candles_4h', 1, 4, 2)])).toEqual([
      'candles_4h and candles_5m disagree in 1 of 5 candles by more than 0.1 %: 2025-01-01T04:00:00.000Z',
    ]);
  });
});
