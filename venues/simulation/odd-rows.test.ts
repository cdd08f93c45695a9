import { expect, test } from '@jest/globals';
import { type OddRow, withOddRows } from './odd-rows.js';

const AT_MS = Date.UTC(2026, 2, 2, 11);
const oddly = (answer: unknown, ...odd: OddRow[]) => JSON.parse(withOddRows(JSON.stringify(answer), odd));

test('the rows of a minute are odd, in seconds and in milliseconds, and no other', () => {
  const row = (t: number) => ({ t, o: 1, rest: [2] });
  const answer = { c: [row(AT_MS - 60_000), row(AT_MS), row(AT_MS + 59_999), row(AT_MS + 60_000), row(AT_MS / 1_000)] };
  const { c } = oddly(answer, { atMs: AT_MS, field: 'o', value: null });
  expect(c.map(({ o }: { o: number | null }) => o)).toEqual([1, null, null, 1, null]);
  expect(c[1].rest).toEqual([2]);
});

test('a market is odd by its name, wherever it stands, and what lacks the field stays', () => {
  const answer = [
    {
      universe: [
        { name: 'BTC', szDecimals: 5 },
        { name: 'ETH', szDecimals: 4 },
      ],
    },
    { name: 'BTC' },
  ];
  expect(oddly(answer, { market: 'BTC', field: 'szDecimals', value: 'five' })).toEqual([
    {
      universe: [
        { name: 'BTC', szDecimals: 'five' },
        { name: 'ETH', szDecimals: 4 },
      ],
    },
    { name: 'BTC' },
  ]);
});

test('without odd rows an answer stays word for word', () => {
  expect(withOddRows('{ "a": 12345678901234567890 }', [])).toBe('{ "a": 12345678901234567890 }');
});
