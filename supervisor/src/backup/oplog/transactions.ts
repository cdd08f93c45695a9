import type { ClusterTime } from '../archive.js';
import type { Entry } from './entries.js';
import type { Operation } from './operations.js';

/** Transactions of which an entry has passed and others follow: a large one has several, and takes effect with the last. */
export class Transactions {
  /** The changes so far, by where the newest entry stands. */
  readonly #open = new Map<string, readonly Operation[]>();

  /** Returns the changes that take effect with an entry, in their order. Entries come in the order of the oplog. */
  effectsOf({ position, operations, part }: Entry): readonly Operation[] {
    if (part === undefined) return operations;
    const all = [...this.#take(part.before), ...operations];
    if (part.isLast) return all;
    this.#open.set(keyOf(position.time), all);
    return [];
  }

  #take(before: ClusterTime | undefined): readonly Operation[] {
    if (before === undefined) return [];
    const taken = this.#open.get(keyOf(before));
    if (taken === undefined) throw new Error('the kept oplog has the end of a transaction and not its beginning');
    this.#open.delete(keyOf(before));
    return taken;
  }
}

const keyOf = ({ seconds, increment }: ClusterTime) => `${seconds}:${increment}`;
