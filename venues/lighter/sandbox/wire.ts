import { decimalOf, usdcOf } from './amounts.js';
import { LISTED_AT_MS, MIN_QUOTE_MICRO_USDC, marginFractionsOf, smallestSizeOf } from './listings.js';
import type { Candle, Funding, Market } from './market.js';

/** The venue's forms of markets and market data. Source: apidocs.lighter.xyz and the OpenAPI document of its Python SDK. */

const QUOTE_DECIMALS = 6;
const ORDER_QUOTE_LIMIT = '281474976.710655';
const INSURANCE_FUND_ACCOUNT = 281_474_976_710_655;
/** A day's open interest is worth about this many hours of turnover. */
const OPEN_INTEREST_HOURS = 20;
const BOOK_ORDERS = 20;
/** Orders rest for four weeks. */
const ORDER_LIFETIME_MS = 28 * 86_400_000;
const FIRST_ASK_INDEX = 281_474_976_710_656;
const FIRST_BID_INDEX = 562_949_953_421_311;

/** The rules of every perpetual's funding, in percent. */
export const FUNDING_RULES = {
  funding_clamp_small: '0.0500',
  funding_clamp_big: '4.0000',
  base_interest_rate: '0.0100',
};

/** Returns a market's rules in the form of `orderBooks`. */
export function orderBook(market: Market, atMs: number) {
  const { id, symbol, type, sizeDecimals, priceDecimals, inactiveSinceMs = atMs + 1 } = market.listed;
  return {
    symbol,
    market_id: id,
    market_type: type,
    base_asset_id: type === 'spot' ? 1 : 0,
    quote_asset_id: type === 'spot' ? 3 : 0,
    status: inactiveSinceMs > atMs ? 'active' : 'inactive',
    taker_fee: '0.0000',
    maker_fee: '0.0000',
    liquidation_fee: type === 'spot' ? '0.0000' : '1.0000',
    min_base_amount: decimalOf(BigInt(smallestSizeOf(market.listed)), sizeDecimals),
    min_quote_amount: usdcOf(MIN_QUOTE_MICRO_USDC),
    order_quote_limit: ORDER_QUOTE_LIMIT,
    supported_size_decimals: sizeDecimals,
    supported_price_decimals: priceDecimals,
    supported_quote_decimals: QUOTE_DECIMALS,
    is_maker_fee_enabled: true,
    is_taker_fee_enabled: true,
    created_at: String(LISTED_AT_MS),
    multiplier: '1.000000000000000000',
    start_timestamp: 0,
    end_timestamp: 0,
    settlement_type: 0,
    settlement_price: 0,
    settlement_cap: 0,
    outcome: 0,
    default_price: 0,
    operator_account_index: 0,
    is_frozen: false,
    open_interest: openInterest(market, atMs).toFixed(sizeDecimals),
  };
}

/** Returns a market's rules and recent statistics in the form of `orderBookDetails`. */
export function orderBookDetail(market: Market, atMs: number) {
  const { type, sizeDecimals, priceDecimals, minInitialMargin } = market.listed;
  const { open_interest, ...rules } = orderBook(market, atMs);
  const shared = {
    ...rules,
    size_decimals: sizeDecimals,
    price_decimals: priceDecimals,
    last_trade_price: market.priceAt(atMs),
    ...dailyStatistics(market, atMs),
    daily_chart: {},
  };
  if (type === 'spot') return { ...shared, open_interest };
  const fractions = marginFractionsOf(market.listed);
  return {
    ...shared,
    quote_multiplier: 1,
    default_initial_margin_fraction: fractions.initial,
    min_initial_margin_fraction: minInitialMargin,
    maintenance_margin_fraction: fractions.maintenance,
    closeout_margin_fraction: fractions.closeOut,
    open_interest: Number(open_interest),
    market_config: {
      market_margin_mode: 0,
      insurance_fund_account_index: INSURANCE_FUND_ACCOUNT,
      liquidation_mode: 0,
      force_reduce_only: false,
      trading_hours: '',
      funding_fee_discounts_enabled: false,
      hidden: false,
      rfq_enabled: true,
    },
    strategy_index: 2,
    ...FUNDING_RULES,
    mark_price: market.priceAt(atMs).toFixed(priceDecimals),
    index_price: market.priceAt(atMs).toFixed(priceDecimals),
    market_flags: 0,
    funding_premium_multiplier: 100,
  };
}

/** Returns a market's last day in the form of `exchangeStats`. */
export function orderBookStatistics(market: Market, atMs: number) {
  const { daily_price_high: _high, daily_price_low: _low, ...statistics } = dailyStatistics(market, atMs);
  return { symbol: market.listed.symbol, last_trade_price: market.priceAt(atMs), ...statistics };
}

/** Returns what a market did in the last 24 hours. */
export function dailyStatistics(market: Market, atMs: number) {
  const day = market.lastDay(atMs);
  return {
    daily_trades_count: day?.trades ?? 0,
    daily_base_token_volume: day?.volume ?? 0,
    daily_quote_token_volume: day?.quoteVolume ?? 0,
    daily_price_low: day?.low ?? 0,
    daily_price_high: day?.high ?? 0,
    daily_price_change: day === undefined ? 0 : 100 * (day.close / day.open - 1),
  };
}

/** Returns the open interest in units of the base. */
function openInterest(market: Market, atMs: number): number {
  return openInterestUsd(market, atMs) / market.priceAt(atMs);
}

/** Returns the open interest in USD. */
export function openInterestUsd(market: Market, atMs: number): number {
  const { type, hourlyTurnoverUsd, inactiveSinceMs = atMs + 1 } = market.listed;
  return type === 'spot' || inactiveSinceMs <= atMs ? 0 : OPEN_INTEREST_HOURS * hourlyTurnoverUsd;
}

/** Returns a candle in the form of `candles`. */
export function candle({ openMs, open, high, low, close, volume, quoteVolume, lastTradeId }: Candle) {
  return { t: openMs, o: open, h: high, l: low, c: close, v: volume, V: quoteVolume, i: lastTradeId };
}

/** Returns a settled hour: the rate is in percent and has no sign, `direction` names the payer. */
export function funding({ atMs, ratePct, value }: Funding) {
  return {
    timestamp: atMs / 1_000,
    value: Math.abs(value).toFixed(8),
    rate: Math.abs(ratePct).toFixed(4),
    direction: ratePct < 0 ? 'short' : 'long',
  };
}

/** Returns the rate of the hour in progress, as a fraction over eight hours. */
export function fundingRate(market: Market, atMs: number) {
  const { id, symbol } = market.listed;
  const rate = Number(((8 * market.nextFundingPct(atMs)) / 100).toFixed(8));
  return { market_id: id, exchange: 'lighter', symbol, rate };
}

/** Returns a trade; both of its sides are generated. */
export function trade(market: Market, { openMs, close, volume, quoteVolume, lastTradeId }: Candle) {
  const { id, symbol, type, sizeDecimals, priceDecimals } = market.listed;
  const draws = market.draws('trades', openMs / 1_000);
  const account = () => Math.floor(draws.uniform() * 1_000_000);
  const hex = Array.from({ length: 80 }, () => Math.floor(draws.uniform() * 16).toString(16)).join('');
  const [askId, bidId] = [FIRST_ASK_INDEX + lastTradeId, FIRST_BID_INDEX - lastTradeId];
  return {
    trade_id: lastTradeId,
    trade_id_str: String(lastTradeId),
    tx_hash: hex,
    type: 'trade',
    market_id: id,
    market_symbol: symbol,
    market_kind: type,
    size: volume.toFixed(sizeDecimals),
    price: close.toFixed(priceDecimals),
    usd_amount: quoteVolume.toFixed(QUOTE_DECIMALS),
    ask_id: askId,
    ask_id_str: String(askId),
    bid_id: bidId,
    bid_id_str: String(bidId),
    ask_client_id: 0,
    ask_client_id_str: '0',
    bid_client_id: 0,
    bid_client_id_str: '0',
    ask_account_id: account(),
    bid_account_id: account(),
    bid_account_pnl: '0.000000',
    ask_account_pnl: '0.000000',
    bid_order_version: 0,
    ask_order_version: 0,
    is_maker_ask: draws.uniform() < 0.5,
    block_height: lastTradeId,
    timestamp: openMs,
    transaction_time: openMs * 1_000,
    ...takerAndMaker,
  };
}

/** A trade's fields for positions, fees and margins of its two sides: empty in the sandbox. */
const takerAndMaker = {
  taker_position_size_before: '0.0',
  taker_entry_quote_before: '0.000000',
  taker_initial_margin_fraction_before: 0,
  taker_position_sign_changed: false,
  taker_allocated_margin_usdc_before: 0,
  taker_allocated_margin_usdc_after: 0,
  maker_position_size_before: '0.0',
  maker_entry_quote_before: '0.000000',
  maker_initial_margin_fraction_before: 0,
  maker_position_sign_changed: false,
  maker_allocated_margin_usdc_before: 0,
  maker_allocated_margin_usdc_after: 0,
  integrator_maker_fee: 0,
  integrator_maker_fee_collector_index: 0,
  integrator_taker_fee: 0,
  integrator_taker_fee_collector_index: 0,
};

/** Returns the orders nearest to the current price, at most `limit` per side; an inactive market has none. */
export function orderBookOrders(market: Market, atMs: number, limit: number) {
  const isActive = (market.listed.inactiveSinceMs ?? Infinity) > atMs;
  const distances = Array.from({ length: isActive ? Math.min(limit, BOOK_ORDERS) : 0 }, (_, index) => index);
  const asks = distances.map((distance) => restingOrder(market, atMs, 1 + distance));
  const bids = distances.map((distance) => restingOrder(market, atMs, -distance));
  return { total_asks: asks.length, asks, total_bids: bids.length, bids };
}

/** Returns an order so many ticks from the current price. */
function restingOrder(market: Market, atMs: number, ticks: number) {
  const { sizeDecimals, priceDecimals, hourlyTurnoverUsd } = market.listed;
  const price = market.priceAt(atMs) + ticks * 10 ** -priceDecimals;
  const draws = market.draws(`order ${ticks}`, Math.floor(atMs / 5_000));
  const size = ((hourlyTurnoverUsd * 0.001) / price) * Math.exp(draws.normal()) + 10 ** -sizeDecimals;
  const index = (ticks > 0 ? FIRST_ASK_INDEX : FIRST_BID_INDEX) - Math.floor(atMs / 1_000);
  return {
    order_index: index,
    order_id: String(index),
    owner_account_index: Math.floor(draws.uniform() * 1_000_000),
    initial_base_amount: size.toFixed(sizeDecimals),
    remaining_base_amount: size.toFixed(sizeDecimals),
    price: price.toFixed(priceDecimals),
    order_expiry: atMs + ORDER_LIFETIME_MS,
    transaction_time: atMs * 1_000,
  };
}

/** The assets of the markets' amounts. */
export const ASSETS = [
  {
    asset_id: 1,
    symbol: 'ETH',
    l1_decimals: 18,
    decimals: 8,
    min_transfer_amount: '0.00010000',
    min_withdrawal_amount: '0.00010000',
    margin_mode: 'disabled',
    index_price: '3200.000000',
    l1_address: '0x0000000000000000000000000000000000000000',
  },
  {
    asset_id: 3,
    symbol: 'USDC',
    l1_decimals: 6,
    decimals: 6,
    min_transfer_amount: '1.000000',
    min_withdrawal_amount: '1.000000',
    margin_mode: 'enabled',
    index_price: '1.000000',
    l1_address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  },
];
