import type { Book, Level } from '../../live-data/index.js';

/** The levels per side that are shown: what bots look at, of the thousand and more that the venue tells. */
const SHOWN_MAX = 50;
/** The levels per side that are kept: several times what the venue's largest books have. */
const KEPT_MAX = 10_000;

/** What the venue says of a book: all of it, or the levels that have changed, where a size of zero is a level that is gone. */
export interface BookMessage {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** The number of its last event in the matching engine. */
  readonly nonce: string;
  /** The number that it continues from. */
  readonly beginNonce: string;
}

/** A market's order book, kept over the changes that the venue tells of it. */
export class OrderBook {
  readonly #bids: Level[] = [];
  readonly #asks: Level[] = [];
  #nonce: string;

  /** Begins with the whole book. */
  constructor(whole: BookMessage) {
    this.#nonce = whole.nonce;
    this.#apply(whole);
  }

  /** Takes a change; returns false where it does not continue what is kept: some changes before it are missing. */
  change(message: BookMessage): boolean {
    if (message.beginNonce !== this.#nonce) return false;
    this.#nonce = message.nonce;
    this.#apply(message);
    return true;
  }

  /** Returns the best levels, as of an instant. */
  best(atMs: number): Book {
    return { atMs, bids: this.#bids.slice(0, SHOWN_MAX), asks: this.#asks.slice(0, SHOWN_MAX) };
  }

  #apply({ bids, asks }: BookMessage): void {
    for (const level of bids) place(this.#bids, level, (price, other) => price > other);
    for (const level of asks) place(this.#asks, level, (price, other) => price < other);
  }
}

/** Puts a level at its place among sorted ones, in the place of an earlier one of its price. */
function place(levels: Level[], level: Level, isBetter: (price: number, other: number) => boolean): void {
  const [price, size] = level;
  let [from, to] = [0, levels.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBetter(levels[middle]?.[0] ?? 0, price)) from = middle + 1;
    else to = middle;
  }
  const isThere = levels[from]?.[0] === price;
  levels.splice(from, isThere ? 1 : 0, ...(size > 0 && price > 0 ? [level] : []));
  // What is left out are the levels that are farthest from the price.
  if (levels.length > KEPT_MAX) levels.pop();
}
