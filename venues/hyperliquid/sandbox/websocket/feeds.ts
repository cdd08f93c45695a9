import { type Interval, openTime } from '../interval.js';
import type { Market } from '../market.js';
import { latestTrades, tradesBetween } from '../model/trades.js';
import { candleMessage, tradeMessage } from '../wire.js';

/** The messages of one subscription: the data due since its last call. */
export type Feed = (nowMs: number) => readonly unknown[];

const SNAPSHOT_TRADES = 10;

/** Sends the candle in progress on every change; one that ended meanwhile is completed first. */
export function candleFeed(market: Market, interval: Interval): Feed {
  let told: string | undefined;
  let toldOpenMs: number | undefined;
  return (nowMs) => {
    const fromMs = toldOpenMs ?? openTime(interval, nowMs - 1_000);
    const candles = market.candles(interval, fromMs, nowMs).map((candle) => candleMessage(market, interval, candle));
    const changed = candles.filter((candle) => JSON.stringify(candle) !== told);
    const newest = candles.at(-1);
    if (newest !== undefined) {
      told = JSON.stringify(newest);
      toldOpenMs = newest.t;
    }
    return changed;
  };
}

/** Sends the latest trades first, then those of each past second. */
export function tradeFeed(market: Market): Feed {
  let toldUntilMs: number | undefined;
  return (nowMs) => {
    const untilMs = nowMs - (nowMs % 1_000);
    const fresh =
      toldUntilMs === undefined
        ? latestTrades(market, untilMs, SNAPSHOT_TRADES).reverse()
        : tradesBetween(market, toldUntilMs, untilMs);
    toldUntilMs = untilMs;
    return fresh.length === 0 ? [] : [fresh.map((trade) => tradeMessage(market, trade))];
  };
}
