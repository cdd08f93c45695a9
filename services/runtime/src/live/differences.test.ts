import { expect, test } from '@jest/globals';
import type { BotMarket } from '../bots/placement.js';
import { areEntriesBlocked, type Compared, Differences, unknownPositions } from './differences.js';

const NOW_MS = 1_700_000_000_000;
const MINUTE_MS = 60_000;
const symbol = 'ETH/USDC:USDC';
const market: BotMarket = {
  alias: symbol,
  symbol: 'ETH-PERP',
  coin: 'ETH',
  kind: 'perpetual',
  sizeDecimals: 4,
  tickSize: '0.1',
  maxLeverage: 25,
  markPrice: '2000',
};

/** What is compared: the venue's size in ETH, and the bot's position. */
function compared(size: string, side: 'long' | 'short' | undefined, overrides: Partial<Compared> = {}): Compared {
  const nowMs = overrides.nowMs ?? NOW_MS;
  return {
    standing: {
      ...{ deploymentId: 'dpl_1', orders: [], fillsCount: 0, differences: [] },
      positions: size === '0' ? [] : [{ coin: 'ETH', size }],
    },
    snapshot: {
      ...{ atMs: nowMs, trades: { total: 0, open: 0, wins: 0, losses: 0 }, realizedUsd: 0, unrealizedUsd: 0 },
      ...{ balanceUsd: 60, positions: side === undefined ? [] : [{ symbol, side, sizeUsd: 40 }] },
    },
    asOfMs: nowMs,
    markets: [market],
    earlier: [],
    nowMs,
    ...overrides,
  };
}

test.each([
  ['a position opened by hand', '0.02', undefined, 'The venue shows a long position in'],
  ['a phantom position', '0', 'long', 'that the venue does not show'],
  ['another side', '-0.02', 'long', 'the venue shows a short one'],
  ['another size', '0.05', 'long', 'has another size at the venue'],
] as const)('%s is named once it has differed for a minute', (_what, size, side, text) => {
  const differences = new Differences();
  expect(differences.of(compared(size, side))).toEqual([]);
  expect(differences.of(compared(size, side, { nowMs: NOW_MS + MINUTE_MS - 1 }))).toEqual([]);
  const found = differences.of(compared(size, side, { nowMs: NOW_MS + MINUTE_MS }));
  expect(found).toEqual([
    { kind: 'bot_position', symbol, text: expect.stringContaining(text), since: new Date(NOW_MS) },
  ]);
  expect(areEntriesBlocked({ differences: found })).toBe(true);
});

test('a position differs no longer than the venue was last read, and not while an order rests', () => {
  const differences = new Differences();
  differences.of(compared('0.02', undefined));
  const later = { nowMs: NOW_MS + 2 * MINUTE_MS };
  expect(differences.of(compared('0.02', undefined, { ...later, asOfMs: NOW_MS }))).toEqual([]);
  const order = { cloid: null, oid: 1, coin: 'ETH', side: 'buy', size: '0.02', price: '2000' } as const;
  const resting = [{ ...order, reduceOnly: false, isTrigger: false }];
  const { standing } = compared('0', 'long');
  differences.of(compared('0', 'long'));
  expect(differences.of(compared('0', 'long', { ...later, standing: { ...standing, orders: resting } }))).toEqual([]);
});

test('what agrees again is named no more, and has its minute again', () => {
  const differences = new Differences();
  differences.of(compared('0.02', undefined));
  expect(differences.of(compared('0.02', 'long', { nowMs: NOW_MS + 30_000 }))).toEqual([]);
  expect(differences.of(compared('0.02', undefined, { nowMs: NOW_MS + MINUTE_MS }))).toEqual([]);
});

test('what was shown before a restart is shown at once, and while the bot says nothing', () => {
  const text = `The venue shows a long position in ${symbol} that the bot does not know of.`;
  const earlier = [{ kind: 'bot_position', symbol, text, since: new Date(0) }];
  expect(new Differences().of(compared('0.02', undefined, { earlier }))).toMatchObject([{ since: new Date(0) }]);
  expect(new Differences().of(compared('0.02', undefined, { earlier, snapshot: undefined }))).toEqual(earlier);
});

test('what differs otherwise than before has its minute again, also after it was shown', () => {
  const differences = new Differences();
  differences.of(compared('0.02', undefined));
  const earlier = differences.of(compared('0.02', undefined, { nowMs: NOW_MS + MINUTE_MS }));
  const changed = (nowMs: number) => differences.of(compared('0', 'long', { nowMs, earlier }));
  expect(earlier).toHaveLength(1);
  expect(changed(NOW_MS + MINUTE_MS + 1)).toEqual([]);
  expect(changed(NOW_MS + 2 * MINUTE_MS + 1)).toMatchObject([{ since: new Date(NOW_MS + MINUTE_MS + 1) }]);
});

test('a start beside a position that the bot did not tell of is blocked, and one beside its own is not', () => {
  const held = [{ symbol, side: 'long' }] as const;
  const { snapshot } = compared('0.02', 'long');
  const since = new Date(NOW_MS);
  expect(unknownPositions({}, held, since)).toMatchObject([{ kind: 'bot_position', symbol, since }]);
  expect(unknownPositions({ ...(snapshot && { snapshot }) }, held, since)).toEqual([]);
  expect(unknownPositions({ differences: unknownPositions({}, held, since) }, held, since)).toEqual([]);
});

test('what the proxy names is told by the framework’s names, and blocks entries where it is about a position', () => {
  const standing = { ...compared('0', undefined).standing };
  const vanished = { kind: 'order', coin: 'ETH', text: 'A stop vanished.', sinceMs: 5 };
  const found = new Differences().of(compared('0', undefined, { standing: { ...standing, differences: [vanished] } }));
  expect(found).toEqual([{ kind: 'order', symbol, text: 'A stop vanished.', since: new Date(5) }]);
  expect(areEntriesBlocked({ differences: found })).toBe(false);
  expect(areEntriesBlocked({ differences: [{ kind: 'liquidation' }] })).toBe(true);
});
