import type { RestingOrder } from './exposure.js';
import type { Holding } from './margin.js';

interface Entry extends Holding {
  /** The venue's id, where it is known. */
  readonly oid: number | undefined;
  /** Whether the venue is known to have it; otherwise it may have it, or may still accept it. */
  readonly isKnown: boolean;
  /** From this time on each of the venue's reads shows its outcome. */
  readonly untilMs: number;
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
   * Returns what counts beside the orders of a reading: unlisted ones, and the missing part of listed ones. They count from the last
   * reading that showed them, for as long as reads may lag.
   */
  beside(listed: readonly RestingOrder[], nowMs: number, lagMs: number): readonly Entry[] {
    const untilMs = nowMs + lagMs;
    const unlisted = this.#entries
      .filter((entry) => entry.untilMs > nowMs)
      .flatMap((entry): Entry[] => {
        const order = entry.oid === undefined ? undefined : listed.find(({ oid }) => oid === entry.oid);
        const goneMicroUsdc = entry.valueMicroUsdc - (order?.valueMicroUsdc ?? 0n);
        if (order === undefined) return [entry];
        return goneMicroUsdc > 0n ? [{ ...entry, oid: undefined, valueMicroUsdc: goneMicroUsdc, untilMs }] : [];
      });
    const shown = listed.map(({ oid, coin, valueMicroUsdc }) => ({
      ...{ oid, coin, valueMicroUsdc, untilMs },
      isKnown: true,
    }));
    this.#entries = [...unlisted, ...shown];
    return unlisted;
  }
}
