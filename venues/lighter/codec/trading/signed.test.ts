import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@platform/kit/json';
import { readTransaction } from '../../transactions/index.js';
import { carriesOut, isTradingFamily, parseTradingAction } from '../index.js';

const tail = {
  ...{ AccountIndex: 12, ApiKeyIndex: 4, ExpiredAt: 1_797_000_000_000, Nonce: 3, L2TxAttributes: null },
  Sig: Buffer.alloc(80).toString('base64'),
};
const orderFields = {
  ...{ MarketIndex: 0, ClientOrderIndex: 7, BaseAmount: 100, Price: 250_000, IsAsk: 0, Type: 0, TimeInForce: 1 },
  ...{ ReduceOnly: 0, TriggerPrice: 0, OrderExpiry: 1_798_000_000_000 },
};
const limit = {
  ...{ type: 'create_order', market_index: 0, client_order_index: 7, base_amount: 100, price: 250_000, is_ask: false },
  ...{ order_type: 0, time_in_force: 1 },
};
const index = '1152921504606846975';

/** Returns whether a transaction of the official signer's form carries an action out. */
function matches(action: JsonObject, txType: number, fields: object): boolean {
  const { type } = action;
  if (!isTradingFamily(type)) throw new Error('there is no family');
  const read = readTransaction(txType, { ...tail, ...fields });
  if (!read.isRead) throw new Error(read.reason);
  return carriesOut(read.signed.transaction, parseTradingAction(type, action));
}

describe('a transaction carries out', () => {
  const cancelAll = { type: 'cancel_all_orders', time_in_force: 0 };
  const child = {
    ...orderFields,
    ClientOrderIndex: 8,
    BaseAmount: 0,
    IsAsk: 1,
    TimeInForce: 0,
    ReduceOnly: 1,
    Type: 2,
  };
  const group = { GroupingType: 1, Orders: [orderFields, { ...child, TriggerPrice: 5 }] };
  const modified = { MarketIndex: 1, Index: index, BaseAmount: 5, Price: 9, TriggerPrice: 0 };
  const modify = { type: 'modify_order', market_index: 1, order_index: index, base_amount: 5, price: 9 };
  const leverage = { type: 'update_leverage', market_index: 0, margin_mode: 1, leverage: 4 };
  const margin = { type: 'update_margin', market_index: 0, usdc_amount: '1.5', direction: 0 };

  test.each<[string, JsonObject, number, object]>([
    ['an order, whose end the signer has set', limit, 14, orderFields],
    [
      'a group',
      { type: 'create_grouped_orders', grouping_type: 1, orders: group.Orders.map((each) => ({ ...each })) },
      28,
      group,
    ],
    ['a cancel', { type: 'cancel_order', market_index: 0, order_index: index }, 15, { MarketIndex: 0, Index: index }],
    ['a cancel of all', cancelAll, 16, { TimeInForce: 0, Time: 0 }],
    [
      'a cancel of market 0',
      { ...cancelAll, cancel_all_market_index: 0 },
      16,
      { TimeInForce: 0, Time: 0, L2TxAttributes: { 5: 0 } },
    ],
    ['a change', modify, 17, modified],
    ['a change of a version', { ...modify, order_version: 2 }, 17, { ...modified, L2TxAttributes: { 8: 2 } }],
    ['a leverage', leverage, 20, { MarketIndex: 0, InitialMarginFraction: 2_500, MarginMode: 1 }],
    ['a margin', margin, 29, { MarketIndex: 0, USDCAmount: 1_500_000, Direction: 0 }],
    [
      'a rule for trades with oneself',
      { ...limit, self_trade_behavior_mode: 2 },
      14,
      { ...orderFields, L2TxAttributes: { 6: 2 } },
    ],
  ])('%s', (_what, action, txType, fields) => {
    expect(matches(action, txType, fields)).toBe(true);
  });

  test.each<[string, JsonObject, number, object]>([
    ['another price', limit, 14, { ...orderFields, Price: 250_001 }],
    ['the other side', limit, 14, { ...orderFields, IsAsk: 1 }],
    ['no client number', limit, 14, { ...orderFields, ClientOrderIndex: 0 }],
    ['another end', { ...limit, order_expiry: '1798000000001' }, 14, orderFields],
    ['no end', limit, 14, { ...orderFields, OrderExpiry: 0 }],
    ['a fee for an integrator', limit, 14, { ...orderFields, L2TxAttributes: { 1: 9, 2: 5 } }],
    ['a nonce out of turn', limit, 14, { ...orderFields, L2TxAttributes: { 4: 1 } }],
    ['a cancel of one market', cancelAll, 16, { TimeInForce: 0, Time: 0, L2TxAttributes: { 5: 0 } }],
    ['no market', { ...cancelAll, cancel_all_market_index: 0 }, 16, { TimeInForce: 0, Time: 0 }],
    ['another type', limit, 15, { MarketIndex: 0, Index: index }],
    [
      'a withdrawal',
      limit,
      13,
      { AccountIndex: undefined, FromAccountIndex: 12, AssetIndex: 3, RouteType: 0, Amount: 5 },
    ],
  ])('but not one with %s', (_what, action, txType, fields) => {
    const { AccountIndex: _none, ...rest } = { ...tail, ...fields };
    if (txType !== 13) expect(matches(action, txType, fields)).toBe(false);
    else {
      const read = readTransaction(txType, rest);
      if (!read.isRead) throw new Error(read.reason);
      expect(carriesOut(read.signed.transaction, parseTradingAction('create_order', action))).toBe(false);
    }
  });
});
