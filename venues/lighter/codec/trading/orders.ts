import { z } from 'zod';
import { type Order, orderTypes, timesInForce } from '../../transactions/index.js';
import * as field from './fields.js';

/**
 * What the official signer demands of an order, found by asking it: a mistake is named here, with its field, before anything is signed. The
 * signer and the venue have the last word.
 */

/** An order's expiry that the signer replaces by 28 days from then. */
export const DEFAULT_EXPIRY = -1n;
const NO_EXPIRY = 0n;

type Context = z.core.$RefinementCtx;
type OrderField = keyof Order;

/** The names that a caller has for an order's fields. */
type Names = Readonly<Record<OrderField, string>>;

/** The arguments of the official client's `create_order`. */
export const argumentNames: Names = {
  marketIndex: 'market_index',
  clientOrderIndex: 'client_order_index',
  baseAmount: 'base_amount',
  price: 'price',
  isAsk: 'is_ask',
  type: 'order_type',
  timeInForce: 'time_in_force',
  isReduceOnly: 'reduce_only',
  triggerPrice: 'trigger_price',
  orderExpiry: 'order_expiry',
};

/** The fields of the official client's `CreateOrderTxReq`, of which groups are made. */
const requestNames: Names = {
  marketIndex: 'MarketIndex',
  clientOrderIndex: 'ClientOrderIndex',
  baseAmount: 'BaseAmount',
  price: 'Price',
  isAsk: 'IsAsk',
  type: 'Type',
  timeInForce: 'TimeInForce',
  isReduceOnly: 'ReduceOnly',
  triggerPrice: 'TriggerPrice',
  orderExpiry: 'OrderExpiry',
};

/** An order of a group, in the official client's form. */
export const orderRequest = z
  .strictObject({
    MarketIndex: field.marketIndex,
    ClientOrderIndex: field.clientOrderIndex.default(0),
    BaseAmount: field.size,
    Price: field.price,
    IsAsk: field.flag,
    Type: field.choice(orderTypes),
    TimeInForce: field.choice(timesInForce),
    ReduceOnly: field.flag.default(false),
    TriggerPrice: field.triggerPrice.default(0),
    OrderExpiry: field.orderExpiry.default(DEFAULT_EXPIRY),
  })
  .transform(
    (asked): Order => ({
      marketIndex: asked.MarketIndex,
      clientOrderIndex: asked.ClientOrderIndex,
      baseAmount: asked.BaseAmount,
      price: asked.Price,
      isAsk: asked.IsAsk,
      type: asked.Type,
      timeInForce: asked.TimeInForce,
      isReduceOnly: asked.ReduceOnly,
      triggerPrice: asked.TriggerPrice,
      orderExpiry: asked.OrderExpiry,
    }),
  )
  .superRefine((order, context) => {
    requireConsistent(order, context, requestNames);
  });

/** Names what an order's fields contradict each other in. A child of a group has no size of its own: it has its parent's. */
export function requireConsistent(order: Order, context: Context, names: Names): void {
  const problem = (wrong: OrderField, message: string) =>
    context.addIssue({ code: 'custom', path: [names[wrong]], message });
  const { type, timeInForce, orderExpiry } = order;
  const isTrigger = isTriggered(type);
  const isImmediate = timeInForce === 'immediateOrCancel';
  if (['market', 'stopLoss', 'takeProfit'].includes(type) && !isImmediate)
    problem('timeInForce', 'must be 0 for orders that trade at the market price');
  if (type === 'twap' && timeInForce !== 'goodTillTime') problem('timeInForce', 'must be 1 for TWAP orders');
  if (isTrigger !== order.triggerPrice > 0)
    problem('triggerPrice', isTrigger ? 'is required for this type of order' : 'is for stop and take profit orders');
  const isBrief = endsAtOnce(order);
  if (isBrief !== (orderExpiry === NO_EXPIRY))
    problem('orderExpiry', isBrief ? 'must be 0 for an order that ends at once' : 'is required for this order');
  if (order.baseAmount === 0 && !order.isReduceOnly)
    problem('baseAmount', 'must be above zero, but for orders that only reduce');
}

/** Returns whether an order never rests: it trades at once, and what is left of it ends. */
export function endsAtOnce({ type, timeInForce }: Pick<Order, 'type' | 'timeInForce'>): boolean {
  return type === 'market' || (type === 'limit' && timeInForce === 'immediateOrCancel');
}

type Problem = (place: number, wrong: OrderField, message: string) => void;

/** Names what the orders of a group contradict each other in. */
export function requireGroup(grouping: string, orders: readonly Order[], context: Context): void {
  const problem: Problem = (place, wrong, message) =>
    context.addIssue({ code: 'custom', path: ['orders', place, requestNames[wrong]], message });
  const [first, ...others] = orders;
  const size = grouping === 'oneTriggersAOneCancelsTheOther' ? 3 : 2;
  if (first === undefined || orders.length !== size) {
    context.addIssue({ code: 'custom', path: ['orders'], message: `must be ${size} orders for this grouping` });
    return;
  }
  const haveParent = grouping !== 'oneCancelsTheOther';
  for (const [index, order] of others.entries()) requireKin(order, first, haveParent, index + 1, problem);
  const exits = haveParent ? others : orders;
  for (const [index, { type, isReduceOnly }] of exits.entries()) {
    const place = haveParent ? index + 1 : index;
    const isSecondOfItsKind = exits.slice(0, index).some((other) => isStop(other.type) === isStop(type));
    if (!isTriggered(type) || isSecondOfItsKind)
      problem(place, 'type', 'must be a stop, or a take profit, each once beside the first order');
    if (!isReduceOnly) problem(place, 'isReduceOnly', 'must be true for an order that closes a position');
  }
}

/** Names what an order has to have in common with the first one of its group. */
function requireKin(order: Order, first: Order, isChild: boolean, place: number, problem: Problem): void {
  if (order.marketIndex !== first.marketIndex) problem(place, 'marketIndex', "must be the first order's");
  if ((order.isAsk !== first.isAsk) !== isChild)
    problem(place, 'isAsk', isChild ? "must be the other side than the first order's" : "must be the first order's");
  if (isChild && order.baseAmount !== 0) problem(place, 'baseAmount', "must be 0: it is the first order's");
  if (!isChild && order.baseAmount !== first.baseAmount) problem(place, 'baseAmount', "must be the first order's");
  const { orderExpiry } = first;
  if (orderExpiry !== NO_EXPIRY && order.orderExpiry !== orderExpiry)
    problem(place, 'orderExpiry', "must be the first order's");
}

function isStop(type: Order['type']): boolean {
  return type.startsWith('stopLoss');
}

function isTriggered(type: Order['type']): boolean {
  return isStop(type) || type.startsWith('takeProfit');
}
