import type { Market } from '../../market.js';
import type { ExchangeContext } from '../exchange-context.js';
import { ActionRefused } from '../refused.js';
import { formatDecimal, formatUsdc } from '../units.js';
import type { Modification, OrderWire } from '../wire.js';
import { fillableLots, rejectionOf } from './checks.js';
import { assetOf, checkBuilder, type Draft, draftOrder, type OrderGroup, PayloadRefused } from './draft.js';
import { fillOrder } from './fills.js';
import { endIdleReductions, endOrder, findOrder } from './lifecycle.js';
import { takeFromBook } from './matching.js';
import { isLive, type Order } from './order.js';

/** The outcome of one order of an action, in the venue's form. */
export type OrderOutcome =
  | { readonly resting: OrderIds }
  | { readonly filled: OrderIds & { readonly totalSz: string; readonly avgPx: string } }
  | { readonly error: string }
  | 'waitingForFill'
  | 'waitingForTrigger'
  | 'success';

interface OrderIds {
  readonly oid: number;
  readonly cloid?: string;
}

/** Places the orders of one action, each by itself; returns the outcomes in their order, or one error for a bad payload. */
export function placeOrders(
  context: ExchangeContext,
  user: string,
  wires: readonly OrderWire[],
  group: OrderGroup,
): OrderOutcome[] {
  if (wires.length === 0) throw new ActionRefused('Orders are empty.');
  checkBuilder(context, user, group.builder);
  return unlessRefused(() => {
    const drafts = wires.map((wire) => draftOrder(context, user, wire, group));
    return group.grouping === 'normalTpsl'
      ? placeFamily(context, drafts)
      : drafts.map((draft) => place(context, draft));
  });
}

/** Cancels a live order of the user. */
export function cancelOrder(context: ExchangeContext, user: string, asset: number, id: number | string): OrderOutcome {
  const order = findOrder(context, user, id);
  if (order === undefined || !isLive(order) || assetOf(context, order.coin) !== asset)
    return { error: `Order was never placed, already canceled, or filled. asset=${asset}` };
  endOrder(context, order, 'canceled');
  return 'success';
}

/** Replaces a live order with another one of the same coin, under a new id. */
export function modifyOrder(
  context: ExchangeContext,
  user: string,
  { oid, order: wire }: Modification,
): OrderOutcome[] {
  const replaced = findOrder(context, user, oid);
  if (replaced === undefined || !isLive(replaced) || assetOf(context, replaced.coin) !== wire.a)
    return [{ error: 'Cannot modify canceled or filled order' }];
  const builder = replaced.builder ?? undefined;
  return unlessRefused(() => {
    const { market, order } = draftOrder(context, user, wire, {
      grouping: replaced.ofPosition ? 'positionTpsl' : 'na',
      builder: builder && { b: builder.address, f: builder.tenthsOfBasisPoint },
    });
    endOrder(context, replaced, 'canceled');
    return [place(context, { market, order: { ...order, cloid: order.cloid ?? replaced.cloid } })];
  });
}

/** Returns the outcomes of placing; a payload that can't be placed at all has one outcome, the error. */
function unlessRefused(place: () => OrderOutcome[]): OrderOutcome[] {
  try {
    return place();
  } catch (error) {
    if (error instanceof PayloadRefused) return [{ error: error.message }];
    throw error;
  }
}

/** The result of an execution against the book. */
export interface BookExecution {
  readonly order: Order;
  readonly filledLots: bigint;
  /** Sum of lots times price of the fills. */
  readonly costMicroLots: bigint;
}

/** Executes an order against the book within its limit, then ends or rests it; returns its new state. */
export function executeOrder(context: ExchangeContext, market: Market, order: Order): BookExecution {
  const lots = fillableLots(context.store.accountOrNew(order.user), order);
  let current = order;
  let costMicroLots = 0n;
  for (const match of takeFromBook(market, context.nowMs, { ...order, lots })) {
    current = fillOrder(context, market, current, match, { crossed: true });
    costMicroLots += match.lots * match.priceMicro;
  }
  const filledLots = order.lots - current.lots;
  const end = endOfExecution(current, filledLots, lots);
  if (end === undefined) context.store.saveOrder(current);
  else endOrder(context, current, end);
  if (filledLots > 0n) endIdleReductions(context, order.user, order.coin);
  return { order: end === undefined ? current : { ...current, status: end }, filledLots, costMicroLots };
}

function endOfExecution(order: Order, filledLots: bigint, fillableAtFirst: bigint): string | undefined {
  if (order.lots === 0n) return 'filled';
  const isImmediate = order.tif === 'Ioc' || order.tif === 'FrontendMarket';
  if (isImmediate) return filledLots > 0n ? 'filled' : 'iocCancelRejected';
  return order.reduceOnly && filledLots === fillableAtFirst ? 'reduceOnlyCanceled' : undefined;
}

function place(context: ExchangeContext, { market, order }: Draft): OrderOutcome {
  const rejection = rejectionOf(context, market, order);
  if (rejection !== undefined) {
    endOrder(context, order, rejection.status);
    return { error: `${rejection.message} asset=${assetOf(context, order.coin)}` };
  }
  if (order.trigger !== null) {
    context.store.saveOrder(order);
    return order.ofPosition ? 'waitingForTrigger' : { resting: idsOf(order) };
  }
  const { filledLots, costMicroLots, order: placed } = executeOrder(context, market, order);
  if (isLive(placed)) return { resting: idsOf(order) };
  const { szDecimals } = market.perpetual;
  const avgPx = formatUsdc(costMicroLots / filledLots);
  return { filled: { totalSz: formatDecimal(filledLots, szDecimals), avgPx, ...idsOf(order) } };
}

/** The first order is the parent; the others wait until it filled. */
function placeFamily(context: ExchangeContext, [parent, ...children]: readonly Draft[]): OrderOutcome[] {
  if (parent === undefined) return [];
  for (const { order } of children)
    context.store.saveOrder({ ...order, parentOid: parent.order.oid, status: 'waiting' });
  const outcome = place(context, parent);
  const failed = typeof outcome === 'object' && 'error' in outcome;
  return [outcome, ...children.map((): OrderOutcome => (failed ? outcome : 'waitingForFill'))];
}

function idsOf({ oid, cloid }: Order): OrderIds {
  return cloid === null ? { oid } : { oid, cloid };
}
