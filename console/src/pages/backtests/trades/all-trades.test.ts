import { expect, test } from '@jest/globals';
import { type AllTrades, readAllTrades, type TradeSource } from './all-trades.js';

const PROBLEM = { code: 'rate_limited', message: 'Too many requests.', places: [] };

/** So many trades in pages of two, which are their numbers; a page fails if it begins at one. */
function sourceOf(count: number, options: { tradesMax?: number; failsAt?: number } = {}) {
  const asked: (string | null)[] = [];
  const source: TradeSource<number> = {
    id: 'bt_1',
    tradesMax: options.tradesMax ?? 1_000,
    read: async (_id, after) => {
      asked.push(after);
      const from = Number(after ?? 0);
      if (from === options.failsAt) return { problem: PROBLEM };
      const nodes = Array.from({ length: Math.min(2, count - from) }, (_, index) => from + index);
      return { page: { nodes, pageInfo: { hasNextPage: from + 2 < count, endCursor: String(from + 2) } } };
    },
  };
  return { source, asked };
}

async function readIn(source: TradeSource<number>, wanted = Number.POSITIVE_INFINITY) {
  const seen: AllTrades<number>[] = [];
  const last = await readAllTrades(source, (state) => seen.push(state) < wanted);
  return { last, seen: seen.map(({ trades }) => trades.length) };
}

test('every page is read, and each is shown as it comes', async () => {
  const { source, asked } = sourceOf(5);
  expect(await readIn(source)).toEqual({ last: { trades: [0, 1, 2, 3, 4], isComplete: true }, seen: [2, 4, 5] });
  expect(asked).toEqual([null, '2', '4']);
});

test('no more are read than may be', async () => {
  const { source, asked } = sourceOf(9, { tradesMax: 3 });
  expect(await readIn(source)).toEqual({ last: { trades: [0, 1, 2], isComplete: true }, seen: [2, 3] });
  expect(asked).toHaveLength(2);
});

test('what was read before a refusal stays, beside the refusal', async () => {
  const { source } = sourceOf(5, { failsAt: 2 });
  const { last } = await readIn(source);
  expect(last).toEqual({ trades: [0, 1], isComplete: false, problem: PROBLEM });
});

test('nothing more is read once nobody looks', async () => {
  const { source, asked } = sourceOf(9);
  expect(await readIn(source, 2)).toMatchObject({ seen: [2, 4] });
  expect(asked).toHaveLength(2);
});

test('a page that is gone, or that leads nowhere, is the last', async () => {
  const gone: TradeSource<number> = { ...sourceOf(0).source, read: async () => ({ page: undefined }) };
  expect((await readIn(gone)).last).toEqual({ trades: [], isComplete: true });
  const pageInfo = { hasNextPage: true, endCursor: null };
  const nowhere: TradeSource<number> = { ...gone, read: async () => ({ page: { nodes: [1], pageInfo } }) };
  expect((await readIn(nowhere)).last).toEqual({ trades: [1], isComplete: true });
});
