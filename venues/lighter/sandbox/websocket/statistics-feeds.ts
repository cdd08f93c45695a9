import type { Market } from '../market.js';
import { dailyStatistics, FUNDING_RULES, openInterestUsd, orderBookOrders } from '../wire.js';
import { type Feed, nonceAt } from './feeds.js';

/** The best prices and the statistics of markets. Source: apidocs.lighter.xyz, WebSocket reference. */

const HOUR_MS = 3_600_000;
const MICROSECONDS = 1_000;
const QUOTE_DECIMALS = 6;
const PERCENT_DECIMALS = 4;
/** The venue's word for a side without orders. */
const NOTHING = { price: '', size: '' };
/** The real venue's, of a market without one. */
const OPEN_INTEREST_LIMIT = '72057594037927936.000000';

/** Sends the best bid and ask, then each change of them. */
export function tickerFeed(market: Market): Feed {
  let told = '';
  const read = (nowMs: number) => {
    const { asks, bids } = orderBookOrders(market, nowMs, 1);
    const best = ([order]: typeof asks) =>
      order === undefined ? NOTHING : { price: order.price, size: order.remaining_base_amount };
    return { s: market.listed.symbol, a: best(asks), b: best(bids) };
  };
  const message = (ticker: object, nowMs: number) => {
    told = JSON.stringify(ticker);
    const last_updated_at = nowMs * MICROSECONDS;
    return { last_updated_at, nonce: nonceAt(nowMs), ticker: { ...ticker, last_updated_at }, timestamp: nowMs };
  };
  return {
    begin: (nowMs) => message(read(nowMs), nowMs),
    next: (nowMs) => {
      const now = read(nowMs);
      return JSON.stringify(now) === told ? [] : [message(now, nowMs)];
    },
  };
}

/** Sends the statistics of a perpetual, then each change of them; of several: by their numbers, and those alone that have changed. */
export function statisticsFeed(markets: readonly Market[], isOfAll: boolean): Feed {
  const told = new Map<number, string>();
  const changed = (nowMs: number) =>
    markets.flatMap((market) => {
      const statistics = statisticsOf(market, nowMs);
      const text = JSON.stringify(statistics);
      if (told.get(market.listed.id) === text) return [];
      told.set(market.listed.id, text);
      return [statistics];
    });
  const message = (changes: ReturnType<typeof changed>, nowMs: number) => {
    const byId = Object.fromEntries(changes.map((each) => [String(each.market_id), each]));
    return { market_stats: isOfAll ? byId : changes[0], timestamp: nowMs };
  };
  return {
    begin: (nowMs) => message(changed(nowMs), nowMs),
    next: (nowMs) => {
      const changes = changed(nowMs);
      return changes.length === 0 ? [] : [message(changes, nowMs)];
    },
  };
}

function statisticsOf(market: Market, nowMs: number) {
  const { id, symbol, priceDecimals } = market.listed;
  const { daily_trades_count: _trades, ...day } = dailyStatistics(market, nowMs);
  const { asks, bids } = orderBookOrders(market, nowMs, 1);
  const price = market.priceAt(nowMs).toFixed(priceDecimals);
  const mid = (Number(asks[0]?.price ?? price) + Number(bids[0]?.price ?? price)) / 2;
  const hourMs = nowMs - (nowMs % HOUR_MS);
  const settled = market.fundings(hourMs, hourMs)[0]?.ratePct ?? 0;
  return {
    symbol,
    market_id: id,
    index_price: price,
    mark_price: price,
    mid_price: mid.toFixed(priceDecimals),
    open_interest: openInterestUsd(market, nowMs).toFixed(QUOTE_DECIMALS),
    open_interest_limit: OPEN_INTEREST_LIMIT,
    ...FUNDING_RULES,
    last_trade_price: price,
    current_funding_rate: market.nextFundingPct(nowMs).toFixed(PERCENT_DECIMALS),
    funding_rate: settled.toFixed(PERCENT_DECIMALS),
    funding_timestamp: hourMs,
    ...day,
  };
}
