import { roundPrice } from '../decimals.js';
import type { Interval } from '../interval.js';
import { openTime, shortestMs } from '../interval.js';
import type { Candle, FundingRate, Market, Perpetual } from '../market.js';
import { Days } from './days.js';
import { Fundings } from './fundings.js';
import { Draws, keyOfName, keyWith } from './noise.js';
import { LEVEL_SECONDS, pathHigh, pathLow, type Span, secondsOf, split } from './span.js';

const DAY_S = 86_400;
/** Trades an hour for each root of a dollar of hourly turnover: about 14,500 for BTC, 650 for NEAR. */
const TRADES_PER_ROOT_USD = 1.5;
/** When every simulated market began. */
export const LISTED_AT_MS = Date.UTC(2023, 5, 1);

/** A market that is wholly simulated: any candle of any time is computed when it is asked for, nothing is stored. */
export class GeneratedMarket implements Market {
  readonly perpetual: Perpetual;
  readonly #seed: number;
  readonly #price: number;
  readonly #key: number;
  readonly #days: Days;
  readonly #fundings: Fundings;

  /** `price`: what the logarithmic path is relative to; the listed typical price unless the path was moved. */
  constructor(seed: number, perpetual: Perpetual, price = perpetual.typicalPrice) {
    this.perpetual = perpetual;
    this.#seed = seed;
    this.#price = price;
    this.#key = keyOfName(seed, `path of ${perpetual.coin}`);
    this.#days = new Days(seed, perpetual.coin, perpetual.dailyVolatility);
    this.#fundings = new Fundings(seed, perpetual);
  }

  /** The same path at another height: the one that passes through `price` at the instant. */
  through(price: number, atMs: number): GeneratedMarket {
    return new GeneratedMarket(this.#seed, this.perpetual, (this.#price * price) / this.priceAt(atMs));
  }

  recorded(): undefined {
    return undefined;
  }

  candles(interval: Interval, fromMs: number, endMs: number): Candle[] {
    const resolution = LEVEL_SECONDS.find((seconds) => shortestMs(interval) % (seconds * 1_000) === 0) ?? 1;
    const spans = this.#spans(Math.max(fromMs, LISTED_AT_MS), endMs, resolution);
    const byCandle = Map.groupBy(spans, (span) => openTime(interval, span.startS * 1_000));
    return [...byCandle].map(([openTimeMs, group]) => this.#candle(openTimeMs, group));
  }

  seconds(fromMs: number, endMs: number): Candle[] {
    return this.#spans(fromMs, endMs, 1).map((span) => this.#candle(span.startS * 1_000, [span]));
  }

  total(fromMs: number, endMs: number): Candle | undefined {
    const spans = this.#spans(fromMs, endMs, DAY_S);
    return spans.length === 0 ? undefined : this.#candle(fromMs, spans);
  }

  fundingRates(fromMs: number, toMs: number, limit: number): FundingRate[] {
    return this.#fundings.between(Math.max(fromMs, LISTED_AT_MS), toMs, limit);
  }

  nextFundingRate(atMs: number): FundingRate {
    return this.#fundings.next(atMs);
  }

  priceAt(atMs: number): number {
    const second = Math.floor(atMs / 1_000);
    let span = this.#day(Math.floor(second / DAY_S));
    while (span.startS !== second) {
      const inside = split(this.#key, span).findLast((child) => child.startS <= second);
      if (inside === undefined) break;
      span = inside;
    }
    return this.#price * Math.exp(span.open);
  }

  /** The spans that make up the stretch, each no longer than `resolutionS` and as long as possible. */
  #spans(fromMs: number, endMs: number, resolutionS: number): Span[] {
    const fromS = Math.ceil(fromMs / 1_000);
    const endS = Math.floor(endMs / 1_000);
    const spans: Span[] = [];
    const visit = (span: Span): void => {
      const spanEndS = span.startS + secondsOf(span);
      if (spanEndS <= fromS || span.startS >= endS) return;
      if (secondsOf(span) <= resolutionS && span.startS >= fromS && spanEndS <= endS) spans.push(span);
      else for (const child of split(this.#key, span)) visit(child);
    };
    for (let day = Math.floor(fromS / DAY_S); day * DAY_S < endS; day += 1) visit(this.#day(day));
    return spans;
  }

  #day(day: number): Span {
    const { dailyVolatility, hourlyTurnoverUsd, szDecimals } = this.perpetual;
    const draws = new Draws(keyWith(this.#key, day));
    const [open, close, variance] = [this.#days.levelAt(day), this.#days.levelAt(day + 1), this.#days.varianceOf(day)];
    const bustle = (variance / dailyVolatility ** 2) ** 0.7 * Math.exp(0.25 * draws.normal());
    const price = this.#price * Math.exp((open + close) / 2);
    return {
      startS: day * DAY_S,
      level: 0,
      open,
      high: pathHigh(open, close, variance, draws.uniform()),
      low: pathLow(open, close, variance, draws.uniform()),
      close,
      variance,
      lots: Math.round(((24 * hourlyTurnoverUsd * bustle) / price) * 10 ** szDecimals),
      trades: Math.round(24 * TRADES_PER_ROOT_USD * Math.sqrt(hourlyTurnoverUsd) * bustle),
    };
  }

  #candle(openTimeMs: number, spans: readonly Span[]): Candle {
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) throw new Error('a candle of no spans');
    let [high, low, lots, trades] = [first.high, first.low, 0, 0];
    for (const span of spans) {
      high = Math.max(high, span.high);
      low = Math.min(low, span.low);
      lots += span.lots;
      trades += span.trades;
    }
    return {
      openTimeMs,
      open: this.#rounded(first.open),
      high: this.#rounded(high),
      low: this.#rounded(low),
      close: this.#rounded(last.close),
      volume: lots / 10 ** this.perpetual.szDecimals,
      trades,
    };
  }

  #rounded(level: number): number {
    return roundPrice(this.#price * Math.exp(level), this.perpetual.szDecimals);
  }
}
