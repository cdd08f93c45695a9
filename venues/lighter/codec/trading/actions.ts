// Why: docs/decisions/venues/lighter-executions.md
import { parse } from '@platform/errors';
import { z } from 'zod';
import {
  cancelTimings,
  groupings,
  marginDirections,
  marginModes,
  type Order,
  orderTypes,
  timesInForce,
} from '../../transactions/index.js';
import { MARGIN_WHOLE } from '../facts.js';
import * as field from './fields.js';
import { argumentNames, DEFAULT_EXPIRY, orderRequest, requireConsistent, requireGroup } from './orders.js';

const ORDERS_MAX = 3;

/** What happens where two orders of one account would trade with each other; absent: the venue's own rule. */
interface SelfTrade {
  readonly selfTradeBehaviorMode: number;
  readonly selfTradeEqualityMode: number;
}

/** An action that only trades, in the words of the transaction that carries it out. */
export type TradingAction =
  | ({ readonly kind: 'createOrder'; readonly order: Order } & SelfTrade)
  | ({
      readonly kind: 'createGroupedOrders';
      readonly grouping: (typeof groupings)[number];
      readonly orders: readonly Order[];
    } & SelfTrade)
  | { readonly kind: 'cancelOrder'; readonly marketIndex: number; readonly index: bigint }
  | {
      readonly kind: 'cancelAllOrders';
      readonly timing: (typeof cancelTimings)[number];
      readonly time: bigint;
      /** Undefined: of all markets. */
      readonly marketIndex: number | undefined;
    }
  | ({
      readonly kind: 'modifyOrder';
      readonly marketIndex: number;
      readonly index: bigint;
      readonly baseAmount: number;
      readonly price: number;
      readonly triggerPrice: number;
      readonly orderVersion: number;
    } & SelfTrade)
  | {
      readonly kind: 'updateLeverage';
      readonly marketIndex: number;
      readonly initialMarginFraction: number;
      readonly marginMode: (typeof marginModes)[number];
    }
  | {
      readonly kind: 'updateMargin';
      readonly marketIndex: number;
      /** In micro-USDC. */
      readonly amount: bigint;
      readonly direction: (typeof marginDirections)[number];
    };

const selfTrade = {
  self_trade_behavior_mode: field.selfTradeBehaviorMode.default(0),
  self_trade_equality_mode: field.selfTradeEqualityMode.default(0),
};
/** The fields of every call that makes one order. */
const oneOrder = {
  market_index: field.marketIndex,
  client_order_index: field.clientOrderIndex.default(0),
  base_amount: field.size,
  is_ask: field.flag,
  reduce_only: field.flag.default(false),
  ...selfTrade,
};
type OneOrder = z.output<z.ZodObject<typeof oneOrder>>;
/** The fields of every call that makes an order which waits for its trigger. */
const triggered = { ...oneOrder, trigger_price: field.triggerPrice, price: field.price };

/** A call of the official client that makes a triggered order: type and time in force are in its name. */
function triggerCall(type: string, terms: Pick<Order, 'type' | 'timeInForce'>) {
  return z.strictObject({ type: z.literal(type), ...triggered }).transform((asked, context) =>
    creation(asked, context, {
      ...{ ...terms, price: asked.price, triggerPrice: asked.trigger_price, orderExpiry: DEFAULT_EXPIRY },
    }),
  );
}

const schemas = {
  create_order: z
    .strictObject({
      type: z.literal('create_order'),
      ...oneOrder,
      price: field.price,
      order_type: field.choice(orderTypes),
      time_in_force: field.choice(timesInForce),
      trigger_price: field.triggerPrice.default(0),
      order_expiry: field.orderExpiry.default(DEFAULT_EXPIRY),
    })
    .transform((asked, context) => {
      const { order_type: type, time_in_force: timeInForce, price, trigger_price, order_expiry } = asked;
      const terms = { type, timeInForce, price, triggerPrice: trigger_price, orderExpiry: order_expiry };
      return creation(asked, context, terms);
    }),
  create_market_order: z
    .strictObject({ type: z.literal('create_market_order'), ...oneOrder, avg_execution_price: field.price })
    .transform((asked, context) => {
      const terms = { type: 'market', timeInForce: 'immediateOrCancel', triggerPrice: 0, orderExpiry: 0n } as const;
      return creation(asked, context, { ...terms, price: asked.avg_execution_price });
    }),
  create_tp_order: triggerCall('create_tp_order', { type: 'takeProfit', timeInForce: 'immediateOrCancel' }),
  create_tp_limit_order: triggerCall('create_tp_limit_order', { type: 'takeProfitLimit', timeInForce: 'goodTillTime' }),
  create_sl_order: triggerCall('create_sl_order', { type: 'stopLoss', timeInForce: 'immediateOrCancel' }),
  create_sl_limit_order: triggerCall('create_sl_limit_order', { type: 'stopLossLimit', timeInForce: 'goodTillTime' }),
  create_grouped_orders: z
    .strictObject({
      type: z.literal('create_grouped_orders'),
      grouping_type: field.choice(groupings).refine((name) => name !== 'none', 'must be from 1 to 3'),
      orders: z.array(orderRequest).min(1).max(ORDERS_MAX),
      ...selfTrade,
    })
    .transform((asked, context): TradingAction => {
      const { grouping_type: grouping, orders } = asked;
      requireGroup(grouping, orders, context);
      return { kind: 'createGroupedOrders', grouping, orders, ...selfTradeOf(asked, context) };
    }),
  cancel_order: z
    .strictObject({
      type: z.literal('cancel_order'),
      market_index: field.marketIndex,
      order_index: field.orderIndex,
    })
    .transform(
      ({ market_index: marketIndex, order_index: index }): TradingAction => ({
        kind: 'cancelOrder',
        marketIndex,
        index,
      }),
    ),
  cancel_all_orders: z
    .strictObject({
      type: z.literal('cancel_all_orders'),
      time_in_force: field.choice(cancelTimings),
      timestamp_ms: field.timestampMs.default(0n),
      cancel_all_market_index: field.marketOrAll.default(field.NIL_MARKET),
    })
    .transform((asked, context): TradingAction => {
      const { time_in_force: timing, timestamp_ms: time, cancel_all_market_index: market } = asked;
      const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if ((timing === 'scheduled') !== time > 0n)
        problem('timestamp_ms', timing === 'scheduled' ? 'is required for a scheduled cancel' : 'must be 0');
      const marketIndex = market === field.NIL_MARKET ? undefined : market;
      if (marketIndex !== undefined && timing !== 'immediate')
        problem('cancel_all_market_index', 'is for an immediate cancel alone');
      return { kind: 'cancelAllOrders', timing, time, marketIndex };
    }),
  modify_order: z
    .strictObject({
      type: z.literal('modify_order'),
      market_index: field.marketIndex,
      order_index: field.orderIndex,
      base_amount: field.size,
      price: field.price,
      trigger_price: field.triggerPrice.default(0),
      order_version: field.orderVersion.default(0),
      ...selfTrade,
    })
    .transform((asked, context): TradingAction => {
      const { market_index: marketIndex, order_index: index, base_amount: baseAmount, price } = asked;
      const { trigger_price: triggerPrice, order_version: orderVersion } = asked;
      const changed = { marketIndex, index, baseAmount, price, triggerPrice, orderVersion };
      return { kind: 'modifyOrder', ...changed, ...selfTradeOf(asked, context) };
    }),
  update_leverage: z
    .strictObject({
      type: z.literal('update_leverage'),
      market_index: field.marketIndex,
      margin_mode: field.choice(marginModes),
      leverage: field.leverage,
    })
    .transform(
      ({ market_index: marketIndex, margin_mode: marginMode, leverage }): TradingAction => ({
        ...{ kind: 'updateLeverage', marketIndex, marginMode },
        // Rounded up, where the official client rounds down: never a higher leverage than the one that was asked for.
        initialMarginFraction: Math.ceil(MARGIN_WHOLE / leverage),
      }),
    ),
  update_margin: z
    .strictObject({
      type: z.literal('update_margin'),
      market_index: field.marketIndex,
      usdc_amount: field.usdcAmount,
      direction: field.choice(marginDirections),
    })
    .transform(
      ({ market_index: marketIndex, usdc_amount: amount, direction }): TradingAction => ({
        ...{ kind: 'updateMargin', marketIndex, amount, direction },
      }),
    ),
} as const satisfies Readonly<Record<string, z.ZodType<TradingAction>>>;

/** The name of a trading family: a method of the official client that only trades. All others are refused. */
export type TradingFamily = keyof typeof schemas;
/** The names of all trading families. */
export const tradingFamilies: readonly string[] = Object.keys(schemas);

/** Returns whether a value names a trading family. */
export function isTradingFamily(type: unknown): type is TradingFamily {
  return typeof type === 'string' && Object.hasOwn(schemas, type);
}

/** Reads an action of a family. Throws `native_action_invalid` naming each wrong field. */
export function parseTradingAction(family: TradingFamily, input: unknown): TradingAction {
  const nameOf = (path: readonly PropertyKey[]) => ['action', ...path].map(String).join('.');
  return parse<TradingAction>(schemas[family], input, { code: 'native_action_invalid', nameOf });
}

/** Returns the orders that an action makes, in their order. */
export function ordersOf(action: TradingAction): readonly Order[] {
  if (action.kind === 'createOrder') return [action.order];
  return action.kind === 'createGroupedOrders' ? action.orders : [];
}

type Context = z.core.$RefinementCtx;

function creation(
  asked: OneOrder,
  context: Context,
  terms: Pick<Order, 'type' | 'timeInForce' | 'price' | 'triggerPrice' | 'orderExpiry'>,
): TradingAction {
  const order: Order = {
    marketIndex: asked.market_index,
    clientOrderIndex: asked.client_order_index,
    baseAmount: asked.base_amount,
    isAsk: asked.is_ask,
    isReduceOnly: asked.reduce_only,
    ...terms,
  };
  requireConsistent(order, context, argumentNames);
  return { kind: 'createOrder', order, ...selfTradeOf(asked, context) };
}

function selfTradeOf(asked: z.output<z.ZodObject<typeof selfTrade>>, context: Context): SelfTrade {
  const { self_trade_behavior_mode: selfTradeBehaviorMode, self_trade_equality_mode: selfTradeEqualityMode } = asked;
  if (selfTradeBehaviorMode === 3 && selfTradeEqualityMode === 1)
    context.addIssue({ code: 'custom', path: ['self_trade_equality_mode'], message: 'must be 0 where trades reduce' });
  return { selfTradeBehaviorMode, selfTradeEqualityMode };
}
