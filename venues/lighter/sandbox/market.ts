import {
  Draws,
  keyOfName,
  keyWith,
  LEVEL_SECONDS,
  Path,
  type Span,
  secondsOf,
  smoothNoise,
} from '../../simulation/index.js';
import { LISTED_AT_MS, type ListedMarket } from './listings.js';
import { RESOLUTION_MS, type Resolution } from './resolutions.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** The hourly rate, in percent, to which funding returns: the venue's interest of 0.01 % in eight hours. */
const INTEREST_PCT = 0.0012;
const FUNDING_SPREAD_PCT = 0.0008;

/** The trades of a stretch of time as a candle. */
export interface Candle {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** The volume in USDC. */
  readonly quoteVolume: number;
  readonly trades: number;
  readonly lastTradeId: number;
}

/** A settled hour of funding. */
export interface Funding {
  readonly atMs: number;
  /** Percent of the position's value; positive: longs paid. */
  readonly ratePct: number;
  /** The payment per unit of the base, in USDC. */
  readonly value: number;
}

/** One simulated market. Every answer is a function of the seed and its arguments: nothing is stored, and no restart changes it. */
export class Market {
  readonly #path: Path;
  readonly #fundingKey: number;

  constructor(
    seed: number,
    readonly listed: ListedMarket,
  ) {
    this.#path = new Path(seed, { ...listed, name: `lighter ${listed.symbol}` }, listed.typicalPrice);
    this.#fundingKey = keyOfName(seed, `funding of lighter ${listed.symbol}`);
  }

  /** Returns candles that opened from `fromMs` on and before `endMs`, the last one cut there. Intervals without trades have none. */
  candles(resolution: Resolution, fromMs: number, endMs: number): Candle[] {
    const intervalMs = RESOLUTION_MS[resolution];
    const seconds = LEVEL_SECONDS.find((each) => intervalMs % (each * 1_000) === 0) ?? 1;
    const spans = this.#path.spans(Math.max(fromMs, LISTED_AT_MS), this.#untilMs(endMs), seconds);
    const traded = spans.filter(({ trades }) => trades > 0);
    const groups = Map.groupBy(traded, ({ startS }) => startS * 1_000 - ((startS * 1_000) % intervalMs));
    return [...groups].flatMap(([openMs, group]) => this.#candle(openMs, group) ?? []);
  }

  /** Returns the 24 hours before an instant as one candle; undefined without trades. */
  lastDay(atMs: number): Candle | undefined {
    const traded = this.#path.spans(atMs - DAY_MS, this.#untilMs(atMs), DAY_S).filter(({ trades }) => trades > 0);
    return this.#candle(atMs - DAY_MS, traded);
  }

  /** Returns the newest trades before an instant, the newest first: one per second with a trade in the hour before. */
  latestTrades(atMs: number, count: number): Candle[] {
    const endMs = this.#untilMs(atMs);
    const trades: Candle[] = [];
    for (let toMs = endMs; toMs > endMs - HOUR_MS && trades.length < count; toMs -= 60_000)
      trades.push(...this.trades(toMs - 60_000, toMs).reverse());
    return trades.slice(0, count);
  }

  /** Returns the trades from one instant on and before another, ascending: one per second with a trade. */
  trades(fromMs: number, endMs: number): Candle[] {
    const traded = this.#path.spans(fromMs, this.#untilMs(endMs), 1).filter((span) => span.trades > 0);
    return traded.flatMap((span) => this.#candle(span.startS * 1_000, [span]) ?? []);
  }

  /** Returns the hours of funding settled from `fromMs` to `toMs`, both included, ascending. */
  fundings(fromMs: number, toMs: number): Funding[] {
    const startMs = Math.ceil(Math.max(fromMs, LISTED_AT_MS) / HOUR_MS) * HOUR_MS;
    const hours = this.#path.spans(startMs, this.#untilMs(toMs) + HOUR_MS, HOUR_S);
    const settled = hours.filter(({ startS }) => startS % HOUR_S === 0 && startS * 1_000 <= this.#untilMs(toMs));
    return settled.map(({ startS, open }) => {
      const ratePct = this.#fundingPct(startS / HOUR_S);
      return { atMs: startS * 1_000, ratePct, value: (this.#rounded(open) * ratePct) / 100 };
    });
  }

  /** Returns the rate of the hour in progress, in percent. */
  nextFundingPct(atMs: number): number {
    return this.#fundingPct(Math.floor(atMs / HOUR_MS) + 1);
  }

  /** Returns the price at an instant, on the venue's grid. */
  priceAt(atMs: number): number {
    return this.#rounded(this.#path.levelAt(this.#untilMs(atMs)));
  }

  /** Returns draws that depend only on the name and the number. */
  draws(name: string, number: number): Draws {
    return new Draws(keyWith(keyOfName(0, `${name} of lighter ${this.listed.symbol}`), number));
  }

  #untilMs(ms: number): number {
    return Math.min(ms, this.listed.inactiveSinceMs ?? ms);
  }

  #candle(openMs: number, spans: readonly Span[]): Candle | undefined {
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const [open, close] = [this.#rounded(first.open), this.#rounded(last.close)];
    const high = this.#rounded(Math.max(...spans.map((span) => span.high)));
    const low = this.#rounded(Math.min(...spans.map((span) => span.low)));
    const lots = spans.reduce((sum, span) => sum + span.lots, 0);
    const volume = lots / 10 ** this.listed.sizeDecimals;
    return {
      openMs,
      open,
      high,
      low,
      close,
      volume,
      quoteVolume: Number(((volume * (open + high + low + close)) / 4).toFixed(6)),
      trades: spans.reduce((sum, span) => sum + span.trades, 0),
      lastTradeId: tradeId(last.startS + secondsOf(last) - 1),
    };
  }

  /** Returns a rate with four decimals, like the venue's; it wanders over hours and days. */
  #fundingPct(hour: number): number {
    const over = (hours: number) => smoothNoise(keyWith(this.#fundingKey, hours), hour / hours);
    return Number((INTEREST_PCT + FUNDING_SPREAD_PCT * (over(96) + 0.8 * over(12) + 0.5 * over(1))).toFixed(4));
  }

  #rounded(level: number): number {
    return Number((this.listed.typicalPrice * Math.exp(level)).toFixed(this.listed.priceDecimals));
  }
}

/** Returns a trade's id: the number of seconds since the venue began. */
function tradeId(second: number): number {
  return second - LISTED_AT_MS / 1_000;
}
