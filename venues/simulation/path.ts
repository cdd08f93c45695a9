import { Days } from './days.js';
import { Draws, keyOfName, keyWith } from './noise.js';
import { pathHigh, pathLow, type Span, secondsOf, split } from './span.js';

const DAY_S = 86_400;
/** Trades per hour for each root of a dollar of hourly turnover: about 14,500 for 93 million, 650 for 190,000. */
const TRADES_PER_ROOT_USD = 1.5;

/** The parameters of a market's simulation. */
export interface PathOptions {
  /** The path's name: under one seed the same name always makes the same path. */
  readonly name: string;
  /** Standard deviation of the daily logarithmic return. */
  readonly dailyVolatility: number;
  /** Turnover of a typical hour in USD. */
  readonly hourlyTurnoverUsd: number;
  /** Decimals of the smallest unit of size. */
  readonly sizeDecimals: number;
}

/** The simulated path of a market, as logarithms of its price against one price: any stretch of it is computed on request. */
export class Path {
  readonly #key: number;
  readonly #days: Days;

  /** `price`: the base of the path. */
  constructor(
    seed: number,
    private readonly options: PathOptions,
    private readonly price: number,
  ) {
    this.#key = keyOfName(seed, `path of ${options.name}`);
    this.#days = new Days(seed, options.name, options.dailyVolatility);
  }

  /** Returns the spans that make up the stretch, each no longer than `resolutionS` and as long as possible. */
  spans(fromMs: number, endMs: number, resolutionS: number): Span[] {
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

  /** Returns the level of the path at the second of an instant. */
  levelAt(atMs: number): number {
    const second = Math.floor(atMs / 1_000);
    let span = this.#day(Math.floor(second / DAY_S));
    while (span.startS !== second) {
      const inside = split(this.#key, span).findLast((child) => child.startS <= second);
      if (inside === undefined) break;
      span = inside;
    }
    return span.open;
  }

  #day(day: number): Span {
    const { dailyVolatility, hourlyTurnoverUsd, sizeDecimals } = this.options;
    const draws = new Draws(keyWith(this.#key, day));
    const [open, close, variance] = [this.#days.levelAt(day), this.#days.levelAt(day + 1), this.#days.varianceOf(day)];
    const bustle = (variance / dailyVolatility ** 2) ** 0.7 * Math.exp(0.25 * draws.normal());
    const price = this.price * Math.exp((open + close) / 2);
    return {
      startS: day * DAY_S,
      level: 0,
      open,
      high: pathHigh(open, close, variance, draws.uniform()),
      low: pathLow(open, close, variance, draws.uniform()),
      close,
      variance,
      lots: Math.round(((24 * hourlyTurnoverUsd * bustle) / price) * 10 ** sizeDecimals),
      trades: Math.round(24 * TRADES_PER_ROOT_USD * Math.sqrt(hourlyTurnoverUsd) * bustle),
    };
  }
}
