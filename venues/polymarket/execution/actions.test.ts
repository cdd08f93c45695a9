import { describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import type { JsonObject } from '@platform/kit/json';
import fc from 'fast-check';
import { polymarketActions, readAction } from './actions.js';

const ID = `0x${'ab'.repeat(32)}`;
const limit = { type: 'placeLimitOrder', tokenID: '7', side: 'BUY', size: '10.129', price: '0.55' };
const market = { type: 'placeMarketOrder', tokenID: '7', side: 'BUY', amount: 10.5, price: 0.99 };
const wire = {
  ...{ type: 'order', orderType: 'FOK' },
  order: { tokenId: '7', side: 'BUY', makerAmount: '5500001', takerAmount: '10000000' },
};

function parse(action: JsonObject) {
  const family = polymarketActions.family(action);
  if (family === undefined) throw new Error('there is no family');
  return family.parse(action);
}

const buying = { symbols: ['7.POLYMARKET'], leverages: [1], reduces: false };
const reducing = { ordersMicroUsdc: [], leverages: [], reduces: true };

describe('a mandate is told', () => {
  test.each<[string, JsonObject, object]>([
    ['what a limit order pays at most', limit, { ...buying, ordersMicroUsdc: [5_566_000n] }],
    ['what a market order spends', market, { ...buying, ordersMicroUsdc: [10_500_000n] }],
    ['what an order in the venue’s form gives', wire, { ...buying, ordersMicroUsdc: [5_500_001n] }],
    ['that a sale opens nothing', { ...limit, side: 'SELL' }, { ...reducing, symbols: ['7.POLYMARKET'] }],
    [
      'that a cancel by its id may be of any market',
      { type: 'cancelOrder', orderID: ID },
      { ...reducing, symbols: 'all' },
    ],
    [
      'the token of a cancel that names one',
      { type: 'cancelMarketOrders', asset_id: '7' },
      { symbols: ['7.POLYMARKET'] },
    ],
    ['that all orders may be of any market', { type: 'cancelAll' }, { ...reducing, symbols: 'all' }],
    [
      'what a split pays',
      { type: 'splitPosition', conditionId: ID, amount: '2.5' },
      { symbols: 'all', ordersMicroUsdc: [2_500_000n], leverages: [1], reduces: false },
    ],
    ['that a merge opens nothing', { type: 'mergePositions', conditionId: ID, amount: 2 }, reducing],
    ['that a redemption opens nothing', { type: 'redeemPositions', conditionId: ID }, reducing],
  ])('%s', (_what, action, demand) => {
    expect(parse(action).demandOf(new Map())).toMatchObject(demand);
  });
});

test('an action that is written down is read again, with the salt of its execution', () => {
  for (const action of [limit, market, wire, { type: 'cancelAll' }, { type: 'redeemPositions', conditionId: ID }]) {
    const text = parse(action).identified('exe_1');
    const { action: read, salt } = readAction(text);
    expect(readAction(parse(action).identified('exe_1'))).toEqual({ action: read, salt });
    expect(readAction(parse(action).identified('exe_2')).salt).not.toBe(salt);
  }
});

test('whatever action is sent, it has no family, is refused as documented, or can be written down', () => {
  const fields = fc.dictionary(
    fc.constantFrom(
      'tokenID',
      'side',
      'size',
      'price',
      'amount',
      'order',
      'orderID',
      'conditionId',
      'orderType',
      'expiration',
      '__proto__',
    ),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('BUY', '1', 0.5, ID, 'GTD', '1800000000')),
  );
  const types = fc.oneof(fc.constantFrom<unknown>(...polymarketActions.types), fc.jsonValue({ maxDepth: 1 }));
  const bases = fc.constantFrom<object>({}, limit, market, wire);
  fc.assert(
    fc.property(types, bases, fields, (type, base, changes) => {
      const action: JsonObject = JSON.parse(JSON.stringify({ ...base, ...changes, type }));
      const family = polymarketActions.family(action);
      if (family === undefined) return;
      try {
        const parsed = family.parse(action);
        expect(() => readAction(parsed.identified('exe_1'))).not.toThrow();
        expect(typeof parsed.demandOf(new Map()).reduces).toBe('boolean');
      } catch (error) {
        expect(error).toBeInstanceOf(PlatformError);
        expect(error).toMatchObject({ code: 'native_action_invalid' });
      }
    }),
    { numRuns: 3_000 },
  );
});
