import { LISTED_AT_MS } from '../listings.js';
import type { Market } from '../market.js';
import { RESOLUTION_MS, type Resolution } from '../resolutions.js';
import { candle, orderBookOrders, trade } from '../wire.js';

/** The messages of one subscription, in the venue's forms. Source: apidocs.lighter.xyz/docs/websocket-reference. */
export interface Feed {
  /** The fields of its first message: what there is. */
  begin(nowMs: number): object;
  /** The fields of the messages that are due since the last call. */
  next(nowMs: number): readonly object[];
}

const SECOND_MS = 1_000;
/** The orders per side that the sandbox's books have at most. */
const ORDERS_MAX = 250;
const SNAPSHOT_TRADES = 50;
/** The numbers that the venue's matching engine gives out for all markets together in a second. */
const NONCES_PER_SECOND = 1_250;

/** Sends the whole book, then the levels that have changed; one that is gone has the size zero. */
export function bookFeed(market: Market): Feed {
  let told = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  let nonce = 0;
  const message = (nowMs: number, levels: { bids: Levels; asks: Levels }, beginNonce: number) => {
    const shared = { offset: offsetAt(nowMs), last_updated_at: nowMs * 1_000 };
    const [asks, bids] = [listed(levels.asks), listed(levels.bids)];
    return {
      ...shared,
      order_book: { code: 0, asks, bids, ...shared, nonce, begin_nonce: beginNonce },
      timestamp: nowMs,
    };
  };
  return {
    begin: (nowMs) => {
      told = levelsOf(market, nowMs);
      nonce = nonceAt(nowMs);
      return message(nowMs, told, 0);
    },
    next: (nowMs) => {
      const now = levelsOf(market, nowMs);
      const nothing = (0).toFixed(market.listed.sizeDecimals);
      const changes = {
        bids: changesOf(told.bids, now.bids, nothing),
        asks: changesOf(told.asks, now.asks, nothing),
      };
      if (changes.bids.size + changes.asks.size === 0) return [];
      const beginNonce = nonce;
      told = now;
      nonce = Math.max(nonce + 1, nonceAt(nowMs));
      return [message(nowMs, changes, beginNonce)];
    },
  };
}

/** Sizes by prices, in the venue's spelling. */
type Levels = ReadonlyMap<string, string>;

function levelsOf(market: Market, atMs: number) {
  const { asks, bids } = orderBookOrders(market, atMs, ORDERS_MAX);
  const levels = (orders: typeof asks) => new Map(orders.map((order) => [order.price, order.remaining_base_amount]));
  return { asks: levels(asks), bids: levels(bids) };
}

function changesOf(before: Levels, now: Levels, nothing: string): Levels {
  const gone = [...before.keys()].filter((price) => !now.has(price)).map((price) => [price, nothing] as const);
  return new Map([...[...now].filter(([price, size]) => before.get(price) !== size), ...gone]);
}

function listed(levels: Levels) {
  return [...levels].map(([price, size]) => ({ price, size }));
}

/** Sends the newest trades, which are history, then those of each past second. */
export function tradeFeed(market: Market): Feed {
  let untilMs = 0;
  const message = (trades: ReturnType<Market['trades']>) => ({
    liquidation_trades: [],
    nonce: nonceAt(untilMs),
    trades: trades.map((each) => trade(market, each)),
  });
  return {
    begin: (nowMs) => {
      untilMs = secondOf(nowMs);
      return message(market.latestTrades(untilMs, SNAPSHOT_TRADES));
    },
    next: (nowMs) => {
      const fromMs = untilMs;
      untilMs = secondOf(nowMs);
      const trades = market.trades(fromMs, untilMs);
      return trades.length === 0 ? [] : [message(trades)];
    },
  };
}

/** Sends the candle in progress, if it has a trade, then on every change; as another begins, the one that closed comes before it. */
export function candleFeed(market: Market, resolution: Resolution): Feed {
  let fromMs = 0;
  let told: string | undefined;
  const openOf = (nowMs: number) => nowMs - (nowMs % RESOLUTION_MS[resolution]);
  const read = (nowMs: number) => {
    const candles = market.candles(resolution, fromMs, nowMs).map(candle);
    fromMs = candles.at(-1)?.t ?? openOf(nowMs);
    return candles;
  };
  return {
    begin: (nowMs) => {
      fromMs = openOf(nowMs);
      const candles = read(nowMs);
      told = textOf(candles.at(-1));
      return { candles, timestamp: nowMs };
    },
    next: (nowMs) => {
      const candles = read(nowMs);
      const newest = textOf(candles.at(-1));
      if (candles.length === 0 || (candles.length === 1 && newest === told)) return [];
      told = newest;
      return [{ candles, timestamp: nowMs }];
    },
  };
}

function textOf(row: ReturnType<typeof candle> | undefined): string | undefined {
  return row && JSON.stringify(row);
}

function secondOf(ms: number): number {
  return ms - (ms % SECOND_MS);
}

/** Returns the number of the venue's state at an instant. */
export function nonceAt(ms: number): number {
  return offsetAt(ms) * NONCES_PER_SECOND;
}

function offsetAt(ms: number): number {
  return Math.floor((ms - LISTED_AT_MS) / SECOND_MS);
}
