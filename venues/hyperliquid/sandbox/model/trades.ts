import { apportion, Draws, keyOfName, keyWith } from '../../../simulation/index.js';
import type { Candle, Market } from '../market.js';

/** One trade of the simulated market. */
export interface Trade {
  readonly timeMs: number;
  /** `B`: the taker bought; `A`: the taker sold. */
  readonly side: 'A' | 'B';
  readonly price: number;
  readonly size: number;
  readonly id: number;
  /** 0x and 64 hexadecimal digits. */
  readonly hash: string;
  /** Buyer and seller. */
  readonly users: readonly [string, string];
}

/** Returns the trades from `fromMs` up to `endMs`, oldest first; per second their number, sizes and prices match its candle. */
export function tradesBetween(market: Market, fromMs: number, endMs: number): Trade[] {
  return market.seconds(fromMs, endMs).flatMap((second) => tradesOf(market, second));
}

/** Returns the latest `count` trades before `endMs`, newest first, from at most the last hour. */
export function latestTrades(market: Market, endMs: number, count: number): Trade[] {
  const trades: Trade[] = [];
  for (let minutesBack = 1; minutesBack <= 60 && trades.length < count; minutesBack += 1) {
    const untilMs = endMs - (minutesBack - 1) * 60_000;
    trades.push(...tradesBetween(market, untilMs - 60_000, untilMs).reverse());
  }
  return trades.slice(0, count);
}

function tradesOf(market: Market, second: Candle): Trade[] {
  const { coin, szDecimals } = market.perpetual;
  const draws = new Draws(keyWith(keyOfName(0, `trades of ${coin}`), second.openTimeMs / 1_000));
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(draws.uniform() * 16).toString(16)).join('');
  const weights = Array.from({ length: second.trades }, () => Math.exp(draws.normal()));
  const scale = 10 ** szDecimals;
  const extraLots = apportion(Math.round(second.volume * scale) - second.trades, weights);
  return pricesOf(second).map((price, index) => ({
    timeMs: second.openTimeMs + Math.floor((1_000 * index) / second.trades),
    side: draws.uniform() < 0.5 ? 'A' : 'B',
    price,
    size: ((extraLots[index] ?? 0) + 1) / scale,
    id: second.openTimeMs + index,
    hash: `0x${hex(64)}`,
    users: [`0x${hex(40)}`, `0x${hex(40)}`],
  }));
}

/** Returns as many prices as trades; the last is the close, and with four or more the extremes are among them. */
function pricesOf({ open, high, low, close, trades }: Candle): number[] {
  const shape = trades >= 4 ? [open, high, low] : [open];
  const before = Array.from({ length: Math.max(0, trades - 1) }, (_, index) => shape[index % shape.length] ?? open);
  return trades === 0 ? [] : [...before, close];
}
