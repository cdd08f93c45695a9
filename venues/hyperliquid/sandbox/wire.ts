import { keyOfName, smoothNoise } from '../../simulation/index.js';
import { decimalText, priceDecimals, roundPrice } from './decimals.js';
import { type Interval, nextOpenTime } from './interval.js';
import type { Candle, Market } from './market.js';
import { type Aggregation, type Book, type BookLevel, midPrice, orderBook } from './model/book.js';
import type { Trade } from './model/trades.js';
import type { Venue } from './venue.js';

/** The venue's forms of market data: the same objects over `POST /info` and the WebSocket. */

const DAY_MS = 86_400_000;
/** Open interest is worth about this many hours of turnover. */
const OPEN_INTEREST_HOURS = 20;

/** Returns a candle, its prices and volume as text. */
export function candleMessage({ perpetual }: Market, interval: Interval, candle: Candle) {
  return {
    t: candle.openTimeMs,
    T: nextOpenTime(interval, candle.openTimeMs) - 1,
    s: perpetual.coin,
    i: interval,
    o: decimalText(candle.open),
    c: decimalText(candle.close),
    h: decimalText(candle.high),
    l: decimalText(candle.low),
    v: decimalText(candle.volume, perpetual.szDecimals),
    n: candle.trades,
  };
}

/** The book's parameters in requests: null or absent where levels are not aggregated. */
interface BookParameters {
  readonly nSigFigs?: Aggregation['nSigFigs'] | null | undefined;
  readonly mantissa?: 1 | 2 | 5 | null | undefined;
}

/** Returns the current book, at most `depth` levels per side. */
export function bookMessage(market: Market, atMs: number, { nSigFigs, mantissa }: BookParameters, depth = 20) {
  const step = mantissa === 2 || mantissa === 5 ? mantissa : undefined;
  const book: Book = orderBook(market, atMs, nSigFigs ? { nSigFigs, mantissa: step } : undefined);
  const written = (levels: readonly BookLevel[]) => levels.slice(0, depth).map((level) => levelMessage(market, level));
  return {
    coin: market.perpetual.coin,
    time: atMs,
    levels: [written(book.bids), written(book.asks)],
    ...(nSigFigs ? { spread: decimalText(book.spread) } : {}),
  };
}

/** Returns the best bid and offer. */
export function bestPricesMessage(market: Market, atMs: number) {
  const { bids, asks } = orderBook(market, atMs);
  const bbo = [bids[0], asks[0]].map((level) => (level === undefined ? null : levelMessage(market, level)));
  return { coin: market.perpetual.coin, time: atMs, bbo };
}

function levelMessage({ perpetual }: Market, { price, size, orders }: BookLevel) {
  return { px: decimalText(price), sz: decimalText(size, perpetual.szDecimals), n: orders };
}

/** Returns one trade. */
export function tradeMessage({ perpetual }: Market, { side, price, size, timeMs, hash, id, users }: Trade) {
  return {
    coin: perpetual.coin,
    side,
    px: decimalText(price),
    sz: decimalText(size, perpetual.szDecimals),
    time: timeMs,
    hash,
    tid: id,
    users,
  };
}

/** Returns the mid price of every coin. */
export function midPrices({ markets }: Pick<Venue, 'markets'>, atMs: number): Record<string, string> {
  return Object.fromEntries([...markets].map(([coin, market]) => [coin, midText(market, atMs)]));
}

/** Returns the states of all markets, in the order of their asset ids. */
export function assetContexts({ markets }: Pick<Venue, 'markets'>, atMs: number) {
  return [...markets.values()].map((market) => assetContext(market, atMs));
}

/** Returns a market's state: prices, funding, turnover of the last 24 hours, open interest. */
export function assetContext(market: Market, atMs: number) {
  const { coin, szDecimals, hourlyTurnoverUsd } = market.perpetual;
  const price = market.priceAt(atMs);
  const { rate, premium } = market.nextFundingRate(atMs);
  const lastDay = market.total(atMs - DAY_MS, atMs);
  const volume = lastDay?.volume ?? 0;
  const average = lastDay === undefined ? 0 : (lastDay.high + lastDay.low + lastDay.close) / 3;
  const wander = 1 + 0.1 * smoothNoise(keyOfName(0, `open interest of ${coin}`), atMs / DAY_MS);
  const { bids, asks } = orderBook(market, atMs);
  return {
    funding: decimalText(rate),
    openInterest: decimalText((OPEN_INTEREST_HOURS * hourlyTurnoverUsd * wander) / price, szDecimals),
    prevDayPx: decimalText(roundPrice(market.priceAt(atMs - DAY_MS), szDecimals)),
    dayNtlVlm: decimalText(volume * average),
    premium: decimalText(premium),
    oraclePx: decimalText(roundPrice(price / (1 + premium), szDecimals)),
    markPx: decimalText(roundPrice(price, szDecimals)),
    midPx: midText(market, atMs),
    impactPxs: [decimalText(bids[1]?.price ?? price), decimalText(asks[1]?.price ?? price)],
    dayBaseVlm: decimalText(volume, szDecimals),
  };
}

/** Formats a mid price: it lies between two neighbouring prices of the grid, so it has one decimal more than a price. */
function midText(market: Market, atMs: number): string {
  const mid = midPrice(market, atMs);
  return decimalText(mid, priceDecimals(mid, market.perpetual.szDecimals) + 1);
}
