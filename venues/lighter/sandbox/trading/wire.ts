import type { Account } from '../accounts/account.js';
import { positionOf } from '../accounts/position.js';
import { decimalOf, usdcOf } from '../amounts.js';
import type { Market } from '../market.js';
import type { Match, Order } from './order.js';

/** The venue's forms of orders and trades. Source: apidocs.lighter.xyz and the OpenAPI document of its Python SDK. */

const MICROSECONDS = 1_000;
const TYPES: Readonly<Record<Order['type'], string>> = {
  limit: 'limit',
  market: 'market',
  stopLoss: 'stop-loss',
  stopLossLimit: 'stop-loss-limit',
  takeProfit: 'take-profit',
  takeProfitLimit: 'take-profit-limit',
  twap: 'twap',
  twapSub: 'twap-sub',
  liquidation: 'liquidation',
};
const TIMES_IN_FORCE: Readonly<Record<Order['timeInForce'], string>> = {
  immediateOrCancel: 'immediate-or-cancel',
  goodTillTime: 'good-till-time',
  postOnly: 'post-only',
};
/** The one that the simulated book trades with. */
const SIMULATED_ACCOUNT = 0;

/** Returns an order in the form of `accountActiveOrders`. */
export function shownOrder(order: Order, { listed }: Market): object {
  const { sizeDecimals, priceDecimals, symbol } = listed;
  const size = (units: bigint) => decimalOf(units, sizeDecimals);
  return {
    order_index: order.index,
    client_order_index: order.clientIndex,
    order_id: String(order.index),
    client_order_id: String(order.clientIndex),
    market_index: order.marketId,
    owner_account_index: order.accountIndex,
    initial_base_amount: size(order.size),
    price: decimalOf(order.price, priceDecimals),
    nonce: Number(order.nonce),
    remaining_base_amount: size(order.remaining),
    is_ask: order.isAsk,
    base_size: Number(order.size),
    base_price: Number(order.price),
    filled_base_amount: size(order.size - order.remaining - order.unfilled),
    filled_quote_amount: usdcOf(order.filledMicroUsdc),
    side: order.isAsk ? 'sell' : 'buy',
    type: TYPES[order.type],
    time_in_force: TIMES_IN_FORCE[order.timeInForce],
    reduce_only: order.isReduceOnly,
    trigger_price: decimalOf(order.triggerPrice, priceDecimals),
    order_expiry: order.expiresMs,
    status: order.status,
    trigger_status: triggerStatus(order),
    trigger_time: 0,
    parent_order_index: order.parentIndex,
    parent_order_id: String(order.parentIndex),
    to_trigger_order_id_0: '0',
    to_trigger_order_id_1: '0',
    to_cancel_order_id_0: String(order.siblingIndex),
    integrator_fee_collector_index: '0',
    integrator_maker_fee: '0',
    integrator_taker_fee: '0',
    order_flags: 0,
    order_version: 0,
    block_height: 0,
    timestamp: order.changedMs,
    created_at: order.createdMs,
    updated_at: order.changedMs,
    transaction_time: order.changedMs * MICROSECONDS,
    market_symbol: symbol,
    market_kind: 'perps',
  };
}

function triggerStatus({ type, status, parentIndex }: Order): string {
  if (status !== 'pending') return 'na';
  if (type === 'twap') return 'twap';
  return parentIndex > 0 ? 'parent-order' : 'mark-price';
}

/** The account before and after a trade. */
interface Traded {
  readonly before: Account;
  readonly after: Account;
  readonly nowMs: number;
}

/** Returns a trade in the form of `trades`, without its number. The other side is the simulated book's. */
export function tradeOf(
  { listed }: Market,
  order: Order,
  { size, price, isTaken, isTakenOver = false }: Match,
  { before, after, nowMs }: Traded,
): object {
  const { id, symbol, sizeDecimals, priceDecimals } = listed;
  const [held, holds] = [positionOf(before, id), positionOf(after, id)];
  const pnl = usdcOf(holds.realizedMicroUsdc - held.realizedMicroUsdc);
  const own = {
    ...{ size: decimalOf(held.size, sizeDecimals), entry: usdcOf(held.entryMicroUsdc) },
    ...{ allocated: Number(held.allocatedMicroUsdc), allocatedAfter: Number(holds.allocatedMicroUsdc) },
  };
  const none = { size: decimalOf(0n, sizeDecimals), entry: usdcOf(0n), allocated: 0, allocatedAfter: 0 };
  const [taker, maker] = isTaken ? [own, none] : [none, own];
  const hasTurned = held.size > 0n !== holds.size > 0n;
  const side = (isAsk: boolean) => (isAsk === order.isAsk ? order : undefined);
  const [ask, bid] = [side(true), side(false)];
  return {
    tx_hash: '',
    type: isTakenOver ? 'deleverage' : order.type === 'liquidation' ? 'liquidation' : 'trade',
    market_id: id,
    size: decimalOf(size, sizeDecimals),
    price: decimalOf(price, priceDecimals),
    usd_amount: usdcOf(size * price),
    ask_id: ask?.index ?? 0,
    ask_id_str: String(ask?.index ?? 0),
    ask_client_id: ask?.clientIndex ?? 0,
    ask_client_id_str: String(ask?.clientIndex ?? 0),
    ask_account_id: ask?.accountIndex ?? SIMULATED_ACCOUNT,
    bid_id: bid?.index ?? 0,
    bid_id_str: String(bid?.index ?? 0),
    bid_client_id: bid?.clientIndex ?? 0,
    bid_client_id_str: String(bid?.clientIndex ?? 0),
    bid_account_id: bid?.accountIndex ?? SIMULATED_ACCOUNT,
    is_maker_ask: order.isAsk !== isTaken,
    block_height: 0,
    timestamp: nowMs,
    taker_position_size_before: taker.size,
    taker_entry_quote_before: taker.entry,
    taker_initial_margin_fraction_before: 0,
    taker_position_sign_changed: isTaken && hasTurned,
    maker_position_size_before: maker.size,
    maker_entry_quote_before: maker.entry,
    maker_initial_margin_fraction_before: 0,
    maker_position_sign_changed: !isTaken && hasTurned,
    transaction_time: nowMs * MICROSECONDS,
    ask_account_pnl: order.isAsk ? pnl : usdcOf(0n),
    bid_account_pnl: order.isAsk ? usdcOf(0n) : pnl,
    integrator_maker_fee: 0,
    integrator_maker_fee_collector_index: 0,
    integrator_taker_fee: 0,
    integrator_taker_fee_collector_index: 0,
    taker_allocated_margin_usdc_before: taker.allocated,
    taker_allocated_margin_usdc_after: taker.allocatedAfter,
    maker_allocated_margin_usdc_before: maker.allocated,
    maker_allocated_margin_usdc_after: maker.allocatedAfter,
    bid_order_version: 0,
    ask_order_version: 0,
    market_symbol: symbol,
    market_kind: 'perps',
  };
}
