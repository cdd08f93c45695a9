import { LEVEL_SECONDS, Path, type Span } from '../../../simulation/index.js';
import { roundPrice } from '../decimals.js';
import type { Interval } from '../interval.js';
import { openTime, shortestMs } from '../interval.js';
import type { Candle, FundingRate, Market, Perpetual } from '../market.js';
import { Fundings } from './fundings.js';

const DAY_S = 86_400;
/** When every simulated market began. */
export const LISTED_AT_MS = Date.UTC(2023, 5, 1);

/** A fully simulated market: any candle of any time is computed on request, nothing is stored. */
export class GeneratedMarket implements Market {
  readonly perpetual: Perpetual;
  readonly #seed: number;
  readonly #price: number;
  readonly #path: Path;
  readonly #fundings: Fundings;

  /** `price`: the base of the logarithmic path; the listed typical price unless the path was moved. */
  constructor(seed: number, perpetual: Perpetual, price = perpetual.typicalPrice) {
    this.perpetual = perpetual;
    this.#seed = seed;
    this.#price = price;
    this.#path = new Path(seed, { ...perpetual, name: perpetual.coin, sizeDecimals: perpetual.szDecimals }, price);
    this.#fundings = new Fundings(seed, perpetual);
  }

  /** Returns the same path at another height: the one that passes through `price` at the instant. */
  through(price: number, atMs: number): GeneratedMarket {
    return new GeneratedMarket(this.#seed, this.perpetual, (this.#price * price) / this.priceAt(atMs));
  }

  recorded(): undefined {
    return undefined;
  }

  candles(interval: Interval, fromMs: number, endMs: number): Candle[] {
    const resolution = LEVEL_SECONDS.find((seconds) => shortestMs(interval) % (seconds * 1_000) === 0) ?? 1;
    const spans = this.#path.spans(Math.max(fromMs, LISTED_AT_MS), endMs, resolution);
    const byCandle = Map.groupBy(spans, (span) => openTime(interval, span.startS * 1_000));
    return [...byCandle].map(([openTimeMs, group]) => this.#candle(openTimeMs, group));
  }

  seconds(fromMs: number, endMs: number): Candle[] {
    return this.#path.spans(fromMs, endMs, 1).map((span) => this.#candle(span.startS * 1_000, [span]));
  }

  total(fromMs: number, endMs: number): Candle | undefined {
    const spans = this.#path.spans(fromMs, endMs, DAY_S);
    return spans.length === 0 ? undefined : this.#candle(fromMs, spans);
  }

  fundingRates(fromMs: number, toMs: number, limit: number): FundingRate[] {
    return this.#fundings.between(Math.max(fromMs, LISTED_AT_MS), toMs, limit);
  }

  nextFundingRate(atMs: number): FundingRate {
    return this.#fundings.next(atMs);
  }

  priceAt(atMs: number): number {
    return this.#price * Math.exp(this.#path.levelAt(atMs));
  }

  #candle(openTimeMs: number, spans: readonly Span[]): Candle {
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) throw new Error('a candle without spans');
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
