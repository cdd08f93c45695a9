import type { RestingOrder } from './exposure.js';
import type { Holding } from './margin.js';

interface Entry extends Holding {
  /** The venue's id, where it is known. */
  readonly oid: number | undefined;
  /** Whether the venue is known to have it; else it may have it, or may still accept it. */
  readonly isKnown: boolean;
  /** From when on each of the venue's reads shows what became of it. */
  readonly untilMs: number;
}

/**
 * Orders that the venue has or may have, and that a read may not show: reads lag writes, and an order and the position that it
 * became may be told by different nodes. Each counts beside what is read until reads must show it.
 */
export class UnconfirmedOrders {
  #entries: readonly Entry[] = [];

  /** Adds an order. */
  add(entry: Entry): void {
    this.#entries = [...this.#entries, entry];
  }

  /**
   * What counts beside the orders that a reading lists: those that it doesn't, and what has gone of those that it does. They
   * count from the last reading that showed them on, for as long as reads may lag.
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
