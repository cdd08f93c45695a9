import { describe, expect, test } from '@jest/globals';
import type { KnownMarkets } from '../../native-actions/index.js';
import { parseTradingAction } from '../codec/index.js';
import { demandOf, marketsOf } from './demand.js';

const markets: KnownMarkets = new Map([
  ['0', { symbol: 'BTC/USDC:USDC', midPrice: '100', leverage: 20 }],
  ['1', { symbol: 'ETH/USDC:USDC', midPrice: undefined, leverage: undefined }],
]);
const wire = { a: 0, b: true, p: '90', s: '2', r: false, t: { limit: { tif: 'Gtc' } } };
const trigger = { trigger: { isMarket: true, triggerPx: '130', tpsl: 'tp' } };

function read(input: object) {
  const { type } = input as { type: 'order' };
  const parsed = parseTradingAction(type, input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.action;
}

function order(...orders: object[]) {
  return { type: 'order', grouping: 'na', orders };
}

describe('an order is worth', () => {
  test.each<[string, object, bigint | undefined]>([
    ["the market's price where it buys below it", wire, 200_000_000n],
    ['its limit where it buys above the market', { ...wire, p: '110' }, 220_000_000n],
    ["the market's price where it sells below it", { ...wire, b: false }, 200_000_000n],
    ['its limit where it sells above the market', { ...wire, b: false, p: '120' }, 240_000_000n],
    ['its trigger where that is highest, also where it buys', { ...wire, t: trigger }, 260_000_000n],
    ['its trigger where that is highest and it sells', { ...wire, b: false, t: trigger }, 260_000_000n],
    ['rounded up', { ...wire, p: '100.00001', s: '0.00001' }, 1_001n],
    ['unknown where its market has no price', { ...wire, a: 1 }, undefined],
    ['unknown in a market that is not listed', { ...wire, a: 7 }, undefined],
  ])('%s', (_what, one, worth) => {
    expect(demandOf(read(order(one)), markets).ordersMicroUsdc).toEqual([worth]);
  });

  test('nothing where it only reduces', () => {
    expect(demandOf(read(order({ ...wire, r: true })), markets)).toEqual({
      ...{ symbols: ['BTC/USDC:USDC'], ordersMicroUsdc: [], leverages: [], reduces: true },
    });
  });

  test('by itself, and opens with the leverage of its market', () => {
    const { ordersMicroUsdc, leverages, reduces } = demandOf(
      read(order(wire, { ...wire, r: true }, { ...wire, a: 1 })),
      markets,
    );
    expect([ordersMicroUsdc, leverages, reduces]).toEqual([[200_000_000n, undefined], [20, undefined], false]);
  });

  test('as much when it replaces another', () => {
    const { ordersMicroUsdc } = demandOf(read({ type: 'batchModify', modifies: [{ oid: 1, order: wire }] }), markets);
    expect(ordersMicroUsdc).toEqual([200_000_000n]);
  });
});

test.each<[object, readonly string[] | 'all', boolean]>([
  [{ type: 'cancel', cancels: [{ a: 0, o: 1 }] }, ['BTC/USDC:USDC'], true],
  [{ type: 'cancelByCloid', cancels: [{ asset: 7, cloid: `0x${'1'.repeat(32)}` }] }, ['market 7'], true],
  [{ type: 'updateLeverage', asset: 1, isCross: true, leverage: 3 }, ['ETH/USDC:USDC'], false],
  [{ type: 'updateIsolatedMargin', asset: 0, isBuy: true, ntli: 5 }, ['BTC/USDC:USDC'], true],
  [{ type: 'updateIsolatedMargin', asset: 0, isBuy: true, ntli: -5 }, ['BTC/USDC:USDC'], false],
  [{ type: 'scheduleCancel', time: 1 }, 'all', true],
])('%j concerns %j; only reduces: %s', (input, symbols, reduces) => {
  expect(demandOf(read(input), markets)).toMatchObject({ symbols, reduces, ordersMicroUsdc: [] });
});

test('a leverage that is set is what it demands', () => {
  const action = read({ type: 'updateLeverage', asset: 0, isCross: true, leverage: 3 });
  expect(demandOf(action, markets).leverages).toEqual([3]);
});

test('each market is named once', () => {
  expect(marketsOf(read(order(wire, wire, { ...wire, a: 1 })))).toEqual(['0', '1']);
});
