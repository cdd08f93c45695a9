import { type Candle, type Timeframe, tableKinds } from '@platform/venues/live-data';

/** How long after its end a candle may still change, where nothing newer has been told. */
const SETTLE_MS = 2_000;
/** The newest corrections that are kept: bots ask every few seconds. */
const CORRECTIONS_MAX = 20;

/** When a candle began that was told as closed and then was another one, and when the venue said so. */
export type Correction = readonly [openedAtMs: number, correctedAtMs: number];

/** The candles of a market in one timeframe: what history has of them, and what the venue has told since. */
export class CandleSeries {
  readonly intervalMs: number;
  readonly #rows: Candle[] = [];
  /** How many closed candles were read from history at most; none of them is missing since. */
  #readCount = 0;
  #hasBegun = false;
  #isWhole = false;
  /** The newest candle that was shown as closed. */
  #shownMs = Number.NEGATIVE_INFINITY;
  /** Candles that the venue told malformed: history is asked once they have ended. */
  readonly #malformed = new Set<number>();
  /** By the time of the correction, the newest last. */
  #corrections: readonly Correction[] = [];

  constructor(timeframe: Timeframe) {
    this.intervalMs = tableKinds[`candles_${timeframe}`].intervalMs;
  }

  /** The venue tells of it from now on; what came before must be read. */
  begin(): void {
    this.#hasBegun = true;
    this.#isWhole = false;
  }

  /** The venue tells of it no more: what comes is missed. */
  end(): void {
    this.#hasBegun = false;
    this.#isWhole = false;
  }

  /** Whether the venue tells of it. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Whether history must be read before this many candles can be shown. */
  mustRead(count: number, nowMs: number): boolean {
    const lacksOne = [...this.#malformed].some((atMs) => atMs + this.intervalMs <= nowMs);
    return !this.#isWhole || this.#readCount < count || lacksOne;
  }

  /** The venue told a candle that is malformed, in place of what it said of it before; undefined: nobody knows which. */
  lack(atMs: number | undefined): void {
    if (atMs === undefined) {
      this.#isWhole = false;
      return;
    }
    this.#malformed.add(atMs);
    const index = this.#rows.findIndex(([openMs]) => openMs === atMs);
    if (index >= 0) this.#rows.splice(index, 1);
  }

  /** Takes closed candles of history, the newest there are; they were asked for after the venue had begun to tell. */
  addHistory(rows: readonly Candle[], asked: number, nowMs: number): void {
    // Of those before it the venue had told a newer one, and so its last word.
    const lastShown = rows.find(([atMs]) => atMs === this.#shownMs);
    if (lastShown !== undefined) this.#noteCorrection(lastShown, nowMs);
    const firstMs = rows[0]?.[0] ?? Number.POSITIVE_INFINITY;
    const lastMs = rows.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
    const told = this.#rows.filter(([atMs]) => atMs > lastMs);
    const older = this.#isWhole ? this.#rows.filter(([atMs]) => atMs < firstMs) : [];
    this.#rows.splice(0, this.#rows.length, ...older, ...rows, ...told);
    // What history lacks too is a gap there.
    for (const atMs of this.#malformed) if (atMs + this.intervalMs <= nowMs) this.#malformed.delete(atMs);
    this.#readCount = Math.max(asked, this.#isWhole ? this.#readCount : 0);
    this.#isWhole = this.#hasBegun;
  }

  /** Takes a candle as the venue tells it; one that opens off the interval is malformed. */
  tell(candle: Candle, nowMs: number): void {
    if (candle[0] % this.intervalMs !== 0) {
      this.lack(undefined);
      return;
    }
    this.#noteCorrection(candle, nowMs);
    this.#malformed.delete(candle[0]);
    const after = this.#rows.findLastIndex(([atMs]) => atMs <= candle[0]);
    const isThere = this.#rows[after]?.[0] === candle[0];
    this.#rows.splice(isThere ? after : after + 1, isThere ? 1 : 0, candle);
    // As many are kept as were read, and the one in progress.
    this.#rows.splice(0, Math.max(0, this.#rows.length - this.#readCount - 1));
  }

  /** Whether the newest candle that has ended by now can't change any more: a newer one was told, or its end is long enough ago. */
  isFinal(nowMs: number): boolean {
    const boundaryMs = nowMs - (nowMs % this.intervalMs);
    const newest = this.#rows.at(-1);
    return (newest !== undefined && newest[0] >= boundaryMs) || nowMs - boundaryMs >= SETTLE_MS;
  }

  /** Returns the newest candles that have ended, ascending, the one in progress, and what was corrected of those shown before. */
  newest(
    count: number,
    nowMs: number,
  ): { closed: Candle[]; forming: Candle | null; corrections: readonly Correction[] } {
    const boundaryMs = nowMs - (nowMs % this.intervalMs);
    const closed = this.#rows.filter(([atMs]) => atMs < boundaryMs).slice(-count);
    this.#shownMs = Math.max(this.#shownMs, closed.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY);
    const forming = this.#rows.find(([atMs]) => atMs >= boundaryMs) ?? null;
    return { closed, forming, corrections: this.#corrections };
  }

  #noteCorrection(candle: Candle, nowMs: number): void {
    const [openedAtMs] = candle;
    if (openedAtMs > this.#shownMs) return;
    const shown = this.#rows.findLast(([atMs]) => atMs === openedAtMs);
    if (shown === undefined || shown.every((value, index) => value === candle[index])) return;
    // The last time counts: until then it was not what it is.
    const others = this.#corrections.filter(([atMs]) => atMs !== openedAtMs);
    this.#corrections = [...others, [openedAtMs, nowMs] as const].slice(-CORRECTIONS_MAX);
  }
}
