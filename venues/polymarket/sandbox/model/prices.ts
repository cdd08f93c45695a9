import { Draws, keyWith, normalOf } from '../../../simulation/index.js';
import type { Point, Prices } from './market.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** The parts of a path: how many minutes a bend takes, and how far it leads in log odds. */
const BENDS = [
  [10_080, 1.1],
  [1_440, 0.5],
  [180, 0.22],
  [20, 0.08],
  [3, 0.02],
] as const;
/** In the last part of its life a market's price moves towards its outcome. */
const LEARNING_SHARE = 0.2;
const CERTAIN_LOG_ODDS = 7;
/** The venue records a price some seconds after the minute has begun. */
const STAMP_DELAY_MAX_S = 9;
/** One of this many days has a stretch without points, of up to this many minutes; and one of this many minutes lacks its point. */
const OUTAGE_EVERY_DAYS = 8;
const OUTAGE_MINUTES_MAX = 180;
const MISSED_EVERY_MINUTES = 2_000;

/** The parameters of a market's prices. */
export interface PriceOptions {
  readonly key: number;
  /** Keys of all markets in its exclusive group, its own included; empty where there are none. */
  readonly rivals: readonly number[];
  readonly tickSize: number;
  readonly startMs: number;
  readonly closesAtMs: number | undefined;
  /** The key that resolves to its first outcome; undefined: none. */
  readonly winningKey: number | undefined;
}

/** Noise along minutes, normal at every whole bend and smooth in between; the current bend is cached. */
class Bends {
  #left = Number.NaN;
  #from = 0;
  #to = 0;

  constructor(
    private readonly key: number,
    private readonly minutes: number,
  ) {}

  at(minute: number): number {
    const left = Math.floor(minute / this.minutes);
    if (left !== this.#left) {
      this.#left = left;
      this.#from = normalOf(keyWith(this.key, left));
      this.#to = normalOf(keyWith(this.key, left + 1));
    }
    const share = minute / this.minutes - left;
    return this.#from + (this.#to - this.#from) * share * share * (3 - 2 * share);
  }
}

/** The log odds of one market's first outcome. */
class Path {
  readonly #middle: number;
  readonly #bends: readonly (readonly [Bends, number])[];

  constructor(key: number) {
    this.#middle = 1.2 * normalOf(keyWith(key, 1));
    this.#bends = BENDS.map(([minutes, reach]) => [new Bends(keyWith(key, minutes), minutes), reach]);
  }

  at(minute: number): number {
    return this.#bends.reduce((sum, [bends, reach]) => sum + reach * bends.at(minute), this.#middle);
  }
}

/** Prices that are a function of a key and the time: the same after every restart and in any order of reads. */
export class GeneratedPrices implements Prices {
  readonly recordedUntilMs = undefined;
  readonly #paths: readonly (readonly [key: number, Path])[];
  #outage: { readonly day: number; readonly from: number; readonly to: number } | undefined;

  constructor(private readonly options: PriceOptions) {
    const { key, rivals } = options;
    this.#paths = (rivals.length === 0 ? [key] : rivals).map((each) => [each, new Path(each)]);
  }

  points(outcome: number, fromMs: number, toMs: number): Point[] {
    const { key, startMs, closesAtMs = Number.POSITIVE_INFINITY } = this.options;
    const stamps = keyWith(key, 2);
    const points: Point[] = [];
    const last = Math.floor(Math.min(toMs, closesAtMs - 1) / MINUTE_MS);
    for (let minute = Math.floor(Math.max(fromMs, startMs) / MINUTE_MS); minute <= last; minute += 1) {
      const draws = new Draws(keyWith(stamps, minute));
      const timeMs = minute * MINUTE_MS + 1_000 * Math.ceil(STAMP_DELAY_MAX_S * draws.uniform());
      if (timeMs < Math.max(fromMs, startMs) || timeMs > toMs) continue;
      if (draws.uniform() * MISSED_EVERY_MINUTES < 1 || this.#isOut(minute)) continue;
      points.push({ timeMs, price: this.#price(outcome, minute) });
    }
    return points;
  }

  at(outcome: number, atMs: number): number {
    return this.#price(outcome, Math.floor(Math.max(atMs, this.options.startMs) / MINUTE_MS));
  }

  #price(outcome: number, minute: number): number {
    const { key, tickSize } = this.options;
    // In odds: a single market is weighed against even ones, rivals against one another.
    const odds = this.#paths.map(
      ([each, path]) => [each, Math.exp(this.#learned(each, path.at(minute), minute))] as const,
    );
    const all = odds.reduce((sum, [, value]) => sum + value, odds.length === 1 ? 1 : 0);
    const own = odds.find(([each]) => each === key)?.[1] ?? 0;
    // The middle of a book lies on whole or half ticks.
    const halfTicks = Math.round((own / all / tickSize) * 2);
    const highest = Math.round(2 / tickSize) - 1;
    const first = Math.min(highest, Math.max(1, halfTicks));
    return Number((((outcome === 0 ? first : highest + 1 - first) * tickSize) / 2).toFixed(6));
  }

  #learned(key: number, logOdds: number, minute: number): number {
    const { startMs, closesAtMs, winningKey } = this.options;
    if (closesAtMs === undefined) return logOdds;
    const learningMs = (closesAtMs - startMs) * LEARNING_SHARE;
    const share = Math.min(1, Math.max(0, 1 - (closesAtMs - minute * MINUTE_MS) / learningMs)) ** 2;
    return logOdds * (1 - share) + (key === winningKey ? CERTAIN_LOG_ODDS : -CERTAIN_LOG_ODDS) * share;
  }

  /** Returns whether the venue recorded nothing at that minute: the same for both outcomes. */
  #isOut(minute: number): boolean {
    const day = Math.floor(minute / DAY_MINUTES);
    if (this.#outage?.day !== day) {
      const draws = new Draws(keyWith(keyWith(this.options.key, 3), day));
      const happens = draws.uniform() * OUTAGE_EVERY_DAYS < 1;
      const from = day * DAY_MINUTES + Math.floor(draws.uniform() * DAY_MINUTES);
      const to = happens ? from + 2 + Math.floor(draws.uniform() ** 3 * OUTAGE_MINUTES_MAX) : from;
      this.#outage = { day, from, to };
    }
    return minute >= this.#outage.from && minute < this.#outage.to;
  }
}
