import type { Clock } from '@platform/kit/clock';
import { laterOf, type Sequence } from './sequence.js';

/** That a record changed. It says which, not how: who wants to know reads the record. */
export interface Change {
  readonly kind: 'change';
  readonly sequence: Sequence;
  readonly atMs: number;
  readonly accountId: string;
  /** Kind of the record. */
  readonly entity: string;
  /** Id of the record. */
  readonly id: string;
  /** What of it has changed; empty for the record itself. */
  readonly part: string;
  readonly isRemoved: boolean;
}

/** That changes before it are lost, of whichever account. */
export interface Gap {
  readonly kind: 'gap';
  readonly sequence: Sequence;
  readonly atMs: number;
}

/** What a buffer holds. */
export type Entry = Change | Gap;

/** Bounds of a buffer: what is older, and what is more, is dropped. */
export interface BufferLimits {
  readonly entriesMax: number;
  readonly ageMsMax: number;
}

/** Ten minutes, as long as a client may be away; and about 8 MiB, whatever happens in them. */
const LIMITS: BufferLimits = { entriesMax: 20_000, ageMsMax: 600_000 };

/** Called with an entry and the position before it. */
type Listener = (entry: Entry, before: Sequence) => void;

/** The last changes of one service in their order, each once. */
export class ChangeBuffer {
  #entries: Entry[] = [];
  /** Entries before it were dropped, and are cut off together. */
  #first = 0;
  #floor: Sequence;
  #position: Sequence;
  readonly #listeners = new Set<Listener>();

  /** Holds nothing, and knows of nothing before `start`. */
  constructor(
    start: Sequence,
    private readonly clock: Clock,
    private readonly limits: BufferLimits = LIMITS,
  ) {
    this.#floor = start;
    this.#position = start;
  }

  /** Everything after it is held. */
  get floor(): Sequence {
    return this.#floor;
  }

  /** Everything up to it was added, as far as it is anything. */
  get position(): Sequence {
    return this.#position;
  }

  /** The number of entries. */
  get size(): number {
    return this.#entries.length - this.#first;
  }

  /** Adds an entry; one that isn't after all others was added before, and is ignored. */
  add(entry: Entry): void {
    if (entry.sequence <= this.#position) return;
    const before = this.#position;
    this.#entries.push(entry);
    this.#position = entry.sequence;
    this.#trim();
    for (const listener of this.#listeners) listener(entry, before);
  }

  /** Says that nothing up to this sequence is left to add. */
  advance(sequence: Sequence): void {
    this.#position = laterOf(this.#position, sequence);
    this.#trim();
  }

  /** Returns up to `max` entries after a sequence that match, in order. */
  after(sequence: Sequence, matches: (entry: Entry) => boolean, max: number): Entry[] {
    const found: Entry[] = [];
    for (let index = this.#indexAfter(sequence); index < this.#entries.length && found.length < max; index += 1) {
      const entry = this.#entries[index];
      if (entry !== undefined && matches(entry)) found.push(entry);
    }
    return found;
  }

  /** Calls a function for each entry that is added; returns what ends that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #indexAfter(sequence: Sequence): number {
    let [low, high] = [this.#first, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.#entries[middle]?.sequence ?? sequence;
      if (at <= sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #trim(): void {
    const oldestMs = this.clock.nowMs() - this.limits.ageMsMax;
    for (let oldest = this.#entries[this.#first]; oldest !== undefined; oldest = this.#entries[this.#first]) {
      if (this.size <= this.limits.entriesMax && oldest.atMs >= oldestMs) break;
      this.#floor = oldest.sequence;
      this.#first += 1;
    }
    // Rarely, since it copies what is held.
    if (this.#first > this.limits.entriesMax) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }
}
