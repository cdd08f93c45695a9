import type { Clock } from '@platform/kit/clock';
import type { ChangeBuffer, Entry } from './change-buffer.js';
import { laterOf, type Sequence } from './sequence.js';

/** What a reader found. */
export interface Found {
  /** Whether entries before these were dropped before they were read. */
  readonly isLost: boolean;
  readonly entries: readonly Entry[];
}

/**
 * A place in a buffer, from which one follower reads what it wants: nothing is copied for it, so that a thousand slow followers cost no
 * more than one.
 */
export class ChangeReader {
  #after: Sequence;

  constructor(
    private readonly buffer: ChangeBuffer,
    private readonly clock: Clock,
    private readonly matches: (entry: Entry) => boolean,
    after: Sequence,
  ) {
    this.#after = after;
  }

  /** Everything up to it was read, as far as it matches. */
  get position(): Sequence {
    return this.#after;
  }

  /** Returns up to `max` entries that were not read yet. */
  read(max: number): Found {
    const { buffer } = this;
    const isLost = this.#after < buffer.floor;
    const entries = buffer.after(this.#after, (entry) => isSeen(entry, this.matches), max);
    this.#after = entries.at(-1)?.sequence ?? laterOf(this.#after, buffer.position);
    return { isLost, entries };
  }

  /** Waits until there is something to read, for as long as this at most. Rejects when the signal aborts. */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // It came after the last read: nothing else would tell of it.
    if (this.buffer.after(this.#after, (entry) => isSeen(entry, this.matches), 1).length > 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = new AbortController();
    const stop = this.buffer.listen((entry, before) => {
      if (!isSeen(entry, this.matches)) return;
      stop();
      this.#after = laterOf(this.#after, before);
      resolve();
    });
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave);
    this.clock.sleep(timeoutMs, late.signal).then(
      () => {
        this.#after = laterOf(this.#after, this.buffer.position);
        resolve();
      },
      () => undefined,
    );
    try {
      await promise;
    } finally {
      stop();
      late.abort();
      signal.removeEventListener('abort', leave);
    }
  }
}

/** What is lost may have been anybody's. */
function isSeen(entry: Entry, matches: (entry: Entry) => boolean): boolean {
  return entry.kind === 'gap' || matches(entry);
}
