import { describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import type { JsonObject } from '@platform/kit/json';
import { identifiedAction, isTradingFamily, ordersOf, parseTradingAction, tradingFamilies } from '../index.js';

const limit = {
  ...{ type: 'create_order', market_index: 0, client_order_index: 7, base_amount: 100, price: 250_000, is_ask: false },
  ...{ order_type: 0, time_in_force: 1 },
};
const call = { market_index: 1, client_order_index: 0, base_amount: 5, is_ask: true };
const request = { MarketIndex: 0, ClientOrderIndex: 0, BaseAmount: 100, Price: 9, IsAsk: 0, Type: 0, TimeInForce: 1 };
const child = { ...request, BaseAmount: 0, IsAsk: 1, ReduceOnly: 1, TriggerPrice: 5, TimeInForce: 0 };
const stop = { ...child, Type: 2, BaseAmount: 100, OrderExpiry: 1_798_000_000_000 };
const group = {
  type: 'create_grouped_orders',
  grouping_type: 3,
  orders: [request, { ...child, Type: 2 }, { ...child, Type: 4 }],
};

function parsed(input: JsonObject) {
  const { type } = input;
  if (!isTradingFamily(type)) throw new Error('there is no family');
  return parseTradingAction(type, input);
}

/** Returns the fields that a refusal names. */
function wrongFields(input: JsonObject): unknown {
  try {
    parsed(input);
    return [];
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'native_action_invalid') throw error;
    const { details } = error;
    return Array.isArray(details) ? details.map(({ path }) => path) : details;
  }
}

describe('actions in the form of the official client', () => {
  test('a limit order rests for the 28 days of the signer, where no end is given', () => {
    expect(parsed(limit)).toEqual({
      kind: 'createOrder',
      order: {
        ...{ marketIndex: 0, clientOrderIndex: 7, baseAmount: 100, price: 250_000, isAsk: false, type: 'limit' },
        ...{ timeInForce: 'goodTillTime', isReduceOnly: false, triggerPrice: 0, orderExpiry: -1n },
      },
      ...{ selfTradeBehaviorMode: 0, selfTradeEqualityMode: 0 },
    });
  });

  test.each<[string, JsonObject, object]>([
    [
      'create_market_order',
      { avg_execution_price: 9 },
      { type: 'market', timeInForce: 'immediateOrCancel', orderExpiry: 0n },
    ],
    ['create_tp_order', { trigger_price: 4, price: 9 }, { type: 'takeProfit', timeInForce: 'immediateOrCancel' }],
    ['create_tp_limit_order', { trigger_price: 4, price: 9 }, { type: 'takeProfitLimit', timeInForce: 'goodTillTime' }],
    ['create_sl_order', { trigger_price: 4, price: 9 }, { type: 'stopLoss', timeInForce: 'immediateOrCancel' }],
    ['create_sl_limit_order', { trigger_price: 4, price: 9 }, { type: 'stopLossLimit', orderExpiry: -1n }],
  ])('%s is an order of its type', (type, terms, order) => {
    expect(parsed({ type, ...call, ...terms })).toMatchObject({ order: { price: 9, isAsk: true, ...order } });
  });

  test('a TWAP order and orders of up to three are read', () => {
    expect(parsed({ ...limit, order_type: 6 })).toMatchObject({ order: { type: 'twap' } });
    const pair = { ...group, grouping_type: 2, orders: [stop, { ...stop, Type: 4 }] };
    expect(parsed(pair)).toMatchObject({ grouping: 'oneCancelsTheOther', orders: [{ type: 'stopLoss' }, {}] });
    const action = parsed(group);
    expect(action).toMatchObject({ kind: 'createGroupedOrders', grouping: 'oneTriggersAOneCancelsTheOther' });
    expect(ordersOf(action).map(({ type }) => type)).toEqual(['limit', 'stopLoss', 'takeProfit']);
  });

  test('an order is named by a number of any size, which is kept', () => {
    const order_index = '1152921504606846975';
    expect(parsed({ type: 'cancel_order', market_index: 0, order_index })).toEqual({
      ...{ kind: 'cancelOrder', marketIndex: 0, index: 1_152_921_504_606_846_975n },
    });
    const changed = { base_amount: '5', price: '9' };
    expect(parsed({ type: 'modify_order', market_index: 0, order_index, ...changed })).toMatchObject({
      ...{ kind: 'modifyOrder', index: 1_152_921_504_606_846_975n, baseAmount: 5, price: 9, orderVersion: 0 },
    });
  });

  test.each<[JsonObject, object]>([
    [{ time_in_force: 0 }, { timing: 'immediate', time: 0n, marketIndex: undefined }],
    [{ time_in_force: 0, timestamp_ms: 0, cancel_all_market_index: 0 }, { marketIndex: 0 }],
    [
      { time_in_force: 1, timestamp_ms: 1_797_000_000_000 },
      { timing: 'scheduled', time: 1_797_000_000_000n },
    ],
    [{ time_in_force: 2 }, { timing: 'abortScheduled' }],
  ])('cancel_all_orders %j', (terms, action) => {
    expect(parsed({ type: 'cancel_all_orders', ...terms })).toMatchObject(action);
  });

  test('a leverage is never set higher than asked for, and an amount is not rounded', () => {
    const leverage = { type: 'update_leverage', market_index: 0, margin_mode: 0, leverage: 3 };
    expect(parsed(leverage)).toMatchObject({ initialMarginFraction: 3_334, marginMode: 'cross' });
    const margin = { type: 'update_margin', market_index: 0, usdc_amount: '100000000000.000001', direction: 1 };
    expect(parsed(margin)).toMatchObject({ amount: 100_000_000_000_000_001n, direction: 'add' });
  });
});

test.each([
  ...['withdraw', 'transfer', 'transfer_same_master_account', 'change_api_key', 'create_sub_account'],
  ...['create_public_pool', 'update_public_pool', 'mint_shares', 'burn_shares', 'stake_assets', 'unstake_assets'],
  ...['approve_integrator', 'update_account_config', 'update_account_asset_config', 'strategy_transfer'],
  ...['create_market_order_limited_slippage', 'send_tx', 'sign_create_order', 'toString', '', 14, null],
])('%p is no action that trades', (type) => {
  expect(isTradingFamily(type)).toBe(false);
});

describe('a wrong field is named', () => {
  test.each<[string, JsonObject, string[]]>([
    ['a number that JSON may have rounded', { ...limit, base_amount: 2 ** 53 }, ['action.base_amount']],
    ['a size beyond 48 bits', { ...limit, base_amount: '281474976710656' }, ['action.base_amount']],
    ['a price of nothing', { ...limit, price: 0 }, ['action.price']],
    ['a decimal', { ...limit, price: 1.5 }, ['action.price']],
    ['market 255', { ...limit, market_index: 255 }, ['action.market_index']],
    ['a type that is none', { ...limit, order_type: 7 }, ['action.order_type']],
    ['several', { ...limit, price: 'x', order_type: '' }, ['action.price', 'action.order_type']],
    ['an integrator', { ...limit, integrator_account_index: 5 }, ['action']],
    ['an end of an order that ends at once', { ...limit, time_in_force: 0 }, ['action.order_expiry']],
    ['no end of an order that rests', { ...limit, order_expiry: 0 }, ['action.order_expiry']],
    ['a trigger of an order without one', { ...limit, trigger_price: 4 }, ['action.trigger_price']],
    ['no trigger', { ...limit, order_type: 3 }, ['action.trigger_price']],
    ['a market order that rests', { ...limit, order_type: 1 }, ['action.time_in_force', 'action.order_expiry']],
    ['a size of nothing', { ...limit, base_amount: 0 }, ['action.base_amount']],
    [
      'a number of an order of nothing',
      { type: 'cancel_order', market_index: 0, order_index: 0 },
      ['action.order_index'],
    ],
    ['no time', { type: 'cancel_all_orders', time_in_force: 1 }, ['action.timestamp_ms']],
    [
      'a market of a scheduled cancel',
      { type: 'cancel_all_orders', time_in_force: 1, timestamp_ms: 5, cancel_all_market_index: 0 },
      ['action.cancel_all_market_index'],
    ],
    [
      'trades that reduce within a master account',
      { ...limit, self_trade_behavior_mode: 3, self_trade_equality_mode: 1 },
      ['action.self_trade_equality_mode'],
    ],
    ['too few orders', { ...group, orders: [request] }, ['action.orders']],
    ['four orders', { ...group, orders: [request, request, request, request] }, ['action.orders']],
    [
      'a child of another market, on the same side, with a size',
      {
        ...group,
        orders: [request, { ...child, Type: 2 }, { ...child, Type: 4, MarketIndex: 1, IsAsk: 0, BaseAmount: 5 }],
      },
      ['action.orders.2.MarketIndex', 'action.orders.2.IsAsk', 'action.orders.2.BaseAmount'],
    ],
    [
      'two stops beside an order, one of which may open',
      { ...group, orders: [request, { ...child, Type: 2 }, { ...child, Type: 3, ReduceOnly: 0, BaseAmount: 5 }] },
      ['action.orders.2.BaseAmount', 'action.orders.2.Type', 'action.orders.2.ReduceOnly'],
    ],
    [
      'a pair of other sizes and ends',
      {
        ...group,
        grouping_type: 2,
        orders: [stop, { ...stop, Type: 4, BaseAmount: 99, OrderExpiry: 1_798_000_000_001 }],
      },
      ['action.orders.1.BaseAmount', 'action.orders.1.OrderExpiry'],
    ],
    [
      'a pair of which one is no exit',
      { ...group, grouping_type: 2, orders: [stop, { ...stop, Type: 0, TimeInForce: 1, TriggerPrice: 0 }] },
      ['action.orders.1.Type'],
    ],
    [
      'a leverage of nothing',
      { type: 'update_leverage', market_index: 0, margin_mode: 2, leverage: 0 },
      ['action.margin_mode', 'action.leverage'],
    ],
    [
      'a millionth of a millionth',
      { type: 'update_margin', market_index: 0, usdc_amount: '0.0000001', direction: 1 },
      ['action.usdc_amount'],
    ],
  ])('%s', (_what, input, paths) => {
    expect(wrongFields(input)).toEqual(paths);
  });

  test.each(tradingFamilies)('%s has fields that are required', (type) => {
    expect(wrongFields({ type })).not.toEqual([]);
  });
});

describe("a client's number", () => {
  test('is made of the execution, the same each time, and is one that the venue takes', () => {
    const unnamed = { ...limit, client_order_index: 0 };
    const [first, again, other] = ['exe_1', 'exe_1', 'exe_2'].map((id) =>
      identifiedAction(unnamed, parsed(unnamed), id),
    );
    expect(first).toEqual(again);
    expect(first).not.toEqual(other);
    const [order] = ordersOf(parsed(first ?? {}));
    expect(order?.clientOrderIndex).toBeGreaterThan(0);
    expect(order?.clientOrderIndex).toBeLessThan(2 ** 48);
  });

  test('is kept where there is one, and each order of a group has its own', () => {
    expect(identifiedAction(limit, parsed(limit), 'exe_1')).toEqual(limit);
    const named = { ...group, orders: [{ ...request, ClientOrderIndex: 3 }, ...group.orders.slice(1)] };
    const indexes = ordersOf(parsed(identifiedAction(named, parsed(named), 'exe_1'))).map(
      (order) => order.clientOrderIndex,
    );
    expect(indexes[0]).toBe(3);
    expect(new Set(indexes).size).toBe(3);
  });

  test('is on no action without orders', () => {
    const cancel = { type: 'cancel_order', market_index: 0, order_index: '1152921504606846975' };
    expect(identifiedAction(cancel, parsed(cancel), 'exe_1')).toEqual(cancel);
  });
});
