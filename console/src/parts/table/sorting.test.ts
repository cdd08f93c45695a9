import { expect, test } from '@jest/globals';
import { following, type Sortable, sortedBy } from './sorting.js';

interface Row {
  readonly name: string;
  readonly profit: number | null;
}

const COLUMNS: readonly Sortable<Row>[] = [
  { id: 'name', value: ({ name }) => name },
  { id: 'profit', value: ({ profit }) => profit },
];
const ROWS: readonly Row[] = [
  { name: 'run 10', profit: -1 },
  { name: 'run 9', profit: null },
  { name: 'run 1', profit: 20 },
  { name: 'run 2', profit: 3 },
];

const names = (sorting: Parameters<typeof sortedBy>[2]) => sortedBy(ROWS, COLUMNS, sorting).map(({ name }) => name);

test('rows stay in the order of the platform until a column is chosen', () => {
  expect(sortedBy(ROWS, COLUMNS, [])).toBe(ROWS);
});

test('numbers sort as numbers, and what is not known comes last in either direction', () => {
  expect(names([{ id: 'profit', desc: false }])).toEqual(['run 10', 'run 2', 'run 1', 'run 9']);
  expect(names([{ id: 'profit', desc: true }])).toEqual(['run 1', 'run 2', 'run 10', 'run 9']);
});

test('names sort by the numbers in them', () => {
  expect(names([{ id: 'name', desc: false }])).toEqual(['run 1', 'run 2', 'run 9', 'run 10']);
});

test('a column sorts one way, then the other, then not at all', () => {
  const first = following([], 'profit');
  const second = following(first, 'profit');
  expect([first, second, following(second, 'profit'), following(second, 'name')]).toEqual([
    [{ id: 'profit', desc: false }],
    [{ id: 'profit', desc: true }],
    [],
    [{ id: 'name', desc: false }],
  ]);
});
