import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@platform/kit/json';
import type { KnownMarkets } from '../../native-actions/index.js';
import { lighterActions, readAction } from './actions.js';

const order = {
  ...{ type: 'create_order', market_index: 0, base_amount: 15, price: 200_001, is_ask: false },
  ...{ order_type: 0, time_in_force: 1 },
};
const request = { MarketIndex: 0, BaseAmount: 100, Price: 9, IsAsk: 0, Type: 0, TimeInForce: 1 };
const child = { ...request, BaseAmount: 0, IsAsk: 1, ReduceOnly: 1, Type: 2, TimeInForce: 0, TriggerPrice: 5 };
const decimals = { size: 4, price: 2 };
const markets: KnownMarkets = new Map([
  ['0', { symbol: 'ETH-PERP.LIGHTER', midPrice: '1999.999', leverage: 5, decimals }],
]);

function native(action: JsonObject) {
  const family = lighterActions.family(action);
  if (family === undefined) throw new Error('there is no family');
  return family.parse(action);
}
const demandOf = (action: JsonObject) => native(action).demandOf(markets);

test.each(['withdraw', 'transfer', 'change_api_key', 'mint_shares', 'create_sub_account', 'approve_integrator'])(
  '%s has no family, whatever its fields',
  (type) => {
    expect(lighterActions.family({ ...order, type })).toBeUndefined();
    expect(lighterActions.types).not.toContain(type);
  },
);

test('what is signed is what was written, with a number by which it is found', () => {
  const action = native(order);
  expect([action.type, action.markets]).toEqual(['create_order', ['0']]);
  const text = action.identified('exe_1');
  expect(JSON.parse(text)).toEqual({ ...order, client_order_index: expect.any(Number) });
  expect(text).toBe(native(order).identified('exe_1'));
  expect(readAction(text)).toMatchObject({ kind: 'createOrder', order: { baseAmount: 15, price: 200_001 } });
});

describe('a mandate is compared with', () => {
  test('the worse of limit and price, in micro-USDC, rounded up', () => {
    // 0.0015 at 2000.01, at the mark of 2000.00 (rounded up) and at 2100.00.
    expect(demandOf(order)).toEqual({
      ...{ symbols: ['ETH-PERP.LIGHTER'], ordersMicroUsdc: [3_000_015n], leverages: [5], reduces: false },
    });
    expect(demandOf({ ...order, price: 1 }).ordersMicroUsdc).toEqual([3_000_000n]);
    const stop = { ...order, order_type: 3, trigger_price: 210_000, is_ask: true };
    expect(demandOf(stop).ordersMicroUsdc).toEqual([3_150_000n]);
  });

  test('no worth where the market or its price is not known', () => {
    expect(native({ ...order, market_index: 9 }).demandOf(markets)).toEqual({
      ...{ symbols: ['market 9'], ordersMicroUsdc: [undefined], leverages: [undefined], reduces: false },
    });
    const without = new Map([['0', { symbol: 'ETH-PERP.LIGHTER', midPrice: '1999', leverage: 5 }]]);
    expect(native(order).demandOf(without).ordersMicroUsdc).toEqual([undefined]);
  });

  test.each<[string, JsonObject, object]>([
    ['an order that only reduces', { ...order, reduce_only: true }, { ordersMicroUsdc: [], reduces: true }],
    [
      'a group, by what may open',
      { type: 'create_grouped_orders', grouping_type: 1, orders: [request, child] },
      { symbols: ['ETH-PERP.LIGHTER'], ordersMicroUsdc: [20_000_000n], leverages: [5], reduces: false },
    ],
    [
      'a changed order, in full',
      { type: 'modify_order', market_index: 0, order_index: '5', base_amount: 15, price: 200_001 },
      { ordersMicroUsdc: [3_000_015n], leverages: [5], reduces: false },
    ],
    [
      'a leverage that is set',
      { type: 'update_leverage', market_index: 0, margin_mode: 0, leverage: 10 },
      { ordersMicroUsdc: [], leverages: [10], reduces: false },
    ],
    [
      'a margin that is taken away',
      { type: 'update_margin', market_index: 0, usdc_amount: '5', direction: 0 },
      { leverages: [], reduces: false },
    ],
    [
      'a margin that is added',
      { type: 'update_margin', market_index: 0, usdc_amount: '5', direction: 1 },
      { reduces: true },
    ],
    ['a cancel', { type: 'cancel_order', market_index: 0, order_index: 5 }, { symbols: ['ETH-PERP.LIGHTER'] }],
    ['a cancel of all', { type: 'cancel_all_orders', time_in_force: 0 }, { symbols: 'all', reduces: true }],
    [
      "a cancel of one market's",
      { type: 'cancel_all_orders', time_in_force: 0, cancel_all_market_index: 0 },
      { symbols: ['ETH-PERP.LIGHTER'], reduces: true },
    ],
  ])('%s', (_what, action, demand) => {
    expect(demandOf(action)).toMatchObject(demand);
  });
});
