import { expect, test } from '@jest/globals';
import { type DiffLine, diffOf, hunksOf } from './line-diff.js';

const SIGNS = { same: ' ', gone: '-', added: '+' } as const;
const written = (lines: readonly DiffLine[]) => lines.map(({ kind, text }) => SIGNS[kind] + text);
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);

test('only the lines that changed are marked', () => {
  expect(written(diffOf('a\nb\nc\nd', 'a\nx\nc\nd\ne'))).toEqual([' a', '-b', '+x', ' c', ' d', '+e']);
  expect(written(diffOf('a\nb', 'a\nb'))).toEqual([' a', ' b']);
  expect(written(diffOf('a', 'b'))).toEqual(['-a', '+b']);
  expect(written(diffOf('', 'a'))).toEqual(['-', '+a']);
  expect(written(diffOf('a\na', 'a'))).toEqual([' a', '-a']);
});

test('files that are too long to compare line by line are changed as a whole', () => {
  const [first, second] = [numbered(2_500), numbered(2_500).reverse()];
  const lines = diffOf(first.join('\n'), second.join('\n'));
  expect(lines.filter(({ kind }) => kind === 'gone')).toHaveLength(2_500);
  expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(2_500);
});

test('changes stand with three lines around them, and near ones together', () => {
  const before = numbered(40);
  const after = before.map((line, at) => ([5, 9, 30].includes(at) ? 'other' : line));
  const hunks = hunksOf(diffOf(before.join('\n'), after.join('\n')));
  expect(hunks.map((hunk) => [hunk[0]?.text, hunk.at(-1)?.text])).toEqual([
    ['line 2', 'line 12'],
    ['line 27', 'line 33'],
  ]);
  expect(hunks[0]?.filter(({ kind }) => kind !== 'same')).toHaveLength(4);
  expect(hunksOf(diffOf('a', 'a'))).toEqual([]);
});
