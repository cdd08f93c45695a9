import { isOpenAtEnd, type ParityCause } from './causes.js';
import type { IncidentTimes } from './incidents.js';
import { type ParityInput, PROMPT_MS } from './input.js';
import { type Pair, tradeOf } from './pairs.js';
import { type ParityTrade, positionOf } from './trade.js';

/** The most that a framework adds to the smallest order, so that a stop loss can still be sold. */
const RESERVE_FACTOR = 1.5;

/** Causes after which the two held something else: what they open next may differ too. */
const PARTING: ReadonlySet<ParityCause> = new Set([
  'size',
  'partial_fill',
  'exit',
  'late_candle',
  'feed_silent',
  'not_running',
  'open_at_end',
]);

/** The course of a period: what was different so far, and so what may follow from it. */
export class Course {
  /** Until when something was open on one side alone. */
  #partedUntilMs = Number.NEGATIVE_INFINITY;
  /** What the deployment still held as the period ended, and none of the backtest's trades is. */
  readonly #held: Set<string>;
  /** When the deployment closed its last trade, by side and market. */
  readonly #lastClosedMs = new Map<string, number>();

  constructor(
    private readonly input: ParityInput,
    private readonly incidents: IncidentTimes,
  ) {
    this.#held = new Set(input.held.map(positionOf));
    for (const trade of input.deployed) {
      const closedMs = this.#lastClosedMs.get(positionOf(trade)) ?? Number.NEGATIVE_INFINITY;
      this.#lastClosedMs.set(positionOf(trade), Math.max(closedMs, trade.closedAtMs));
    }
  }

  /** Returns why a trade is missing on the other side. Trades are asked for in the order in which they were opened. */
  causesOfLone(trade: ParityTrade, isReplayed: boolean): ParityCause[] {
    const { candleMs, period, blockedFromMs } = this.input;
    const { symbol, openedAtMs } = trade;
    if (isReplayed && blockedFromMs !== undefined && openedAtMs >= blockedFromMs) return ['entries_blocked'];
    if (isReplayed && this.#takeHeld(trade)) return ['open_at_end'];
    // What the deployment alone opened may be late for the candle before.
    const firstMs = isReplayed ? openedAtMs : openedAtMs - candleMs;
    const kinds = this.incidents.kinds(symbol, firstMs, openedAtMs + PROMPT_MS);
    if (kinds.length > 0) return kinds;
    if (openedAtMs + candleMs >= period.toMs) return ['open_at_end'];
    if (openedAtMs <= this.#partedUntilMs + candleMs) return ['earlier_difference'];
    return [this.#isSmallest(trade) ? 'minimum_size' : 'unexplained'];
  }

  /** Notes what a trade leaves behind. */
  note(pair: Pair, causes: readonly ParityCause[]): void {
    if (causes.includes('unexplained')) return;
    const isOfBoth = pair.deployed !== undefined && pair.replayed !== undefined;
    if (isOfBoth && !causes.some((cause) => PARTING.has(cause))) return;
    const { closedAtMs } = tradeOf(pair);
    this.#partedUntilMs = Math.max(this.#partedUntilMs, closedAtMs, pair.replayed?.closedAtMs ?? closedAtMs);
  }

  /** Whether a trade of the backtest is the one that the deployment never closed: the first after the last that it did close. */
  #takeHeld(replayed: ParityTrade): boolean {
    const position = positionOf(replayed);
    if (!this.#held.has(position)) return false;
    if (replayed.openedAtMs < (this.#lastClosedMs.get(position) ?? Number.NEGATIVE_INFINITY)) return false;
    this.#held.delete(position);
    // What the backtest closed before, the deployment holds on to.
    if (!isOpenAtEnd(replayed, this.input)) this.#partedUntilMs = Math.max(this.#partedUntilMs, this.input.period.toMs);
    return true;
  }

  #isSmallest({ amount, openRate }: ParityTrade): boolean {
    const { orderMinUsd } = this.input;
    return orderMinUsd !== undefined && amount * openRate <= orderMinUsd * RESERVE_FACTOR;
  }
}
