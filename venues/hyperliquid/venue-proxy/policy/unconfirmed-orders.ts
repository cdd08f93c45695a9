import type { RestingOrder } from './exposure.js';
import type { Holding } from './margin.js';

interface Entry extends Holding {
  /** The venue's id, where it is known. */
  readonly oid: number | undefined;
  /** Whether the venue is known to have it; otherwise it may have it, or may still accept it. */
  readonly isKnown: boolean;
  /** From this time on each of the venue's reads shows its outcome. */
  readonly untilMs: number;
  /** Whether it rested when the venue last told of it: it may fill just before a reading that lacks it. */
  readonly rests: boolean;
}

/**
 * Orders that the venue has or may have, and that a read may not show: reads lag writes, and different nodes may report an order and the
 * position that it became. Each counts beside what is read until reads must show it.
 */
export class UnconfirmedOrders {
  #entries: readonly Entry[] = [];

  /** Adds an order. */
  add(entry: Entry): void {
    this.#entries = [...this.#entries, entry];
  }

  /**
   * Returns what counts beside the orders of a reading that was sent at this time: unlisted ones, and the missing part of listed ones. One
   * that rested counts from the first reading that lacks it, for as long as reads may lag.
   */
  beside(listed: readonly RestingOrder[], nowMs: number, lagMs: number): readonly Entry[] {
    const untilMs = nowMs + lagMs;
    const unlisted = this.#entries
      .filter((entry) => entry.rests || entry.untilMs > nowMs)
      .flatMap((entry): Entry[] => {
        const order = entry.oid === undefined ? undefined : listed.find(({ oid }) => oid === entry.oid);
        if (order === undefined)
          return [entry.rests && entry.untilMs <= nowMs ? { ...entry, rests: false, untilMs } : entry];
        const gone = { ...entry, oid: undefined, valueMicroUsdc: entry.valueMicroUsdc - order.valueMicroUsdc };
        return gone.valueMicroUsdc > 0n ? [{ ...gone, rests: false, untilMs }] : [];
      });
    const shown = listed.map(({ oid, coin, valueMicroUsdc }) => {
      const known = this.#entries.find((entry) => entry.oid === oid);
      return {
        ...{ oid, coin, valueMicroUsdc, isKnown: true, rests: true },
        untilMs: Math.max(nowMs, known?.untilMs ?? nowMs),
      };
    });
    this.#entries = [...unlisted, ...shown];
    return unlisted;
  }
}
