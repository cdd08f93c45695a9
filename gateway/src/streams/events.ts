import { type Change, ChangeReader, type Entry, type Sequence, sequenceOf, timeOf } from '@platform/changes/buffer';
import type { Clock } from '@platform/kit/clock';
import type { Follower } from './follower.js';

/** The longest silence of a stream. */
const KEEP_ALIVE_MS = 15_000;
/** What happened at once is sent at once, and its record read once. */
const BATCH_MAX = 100;
/** Between two reads of one subscription: what happens in between is sent together. */
const READ_INTERVAL_MS = 500;
/** Clocks of databases differ; a sequence that is later than this is of another history. */
const AHEAD_SECONDS_MAX = 60;
const NOTHING_KNOWN = sequenceOf({ seconds: 0, counter: 0 }, 0);

/** What is read for the events of one batch, by a name of the question. */
export type Reads = Map<string, Promise<unknown>>;

/** An event, as its fields are resolved. */
export interface StreamEvent {
  readonly sequence: Sequence;
  readonly at: Date;
  readonly kind: 'current' | 'changed' | 'removed' | 'gap' | 'keep_alive';
  readonly delayed: boolean;
  readonly id: string | null;
  readonly part: string | null;
  /** Shared by the events of a batch: an answer is read after all of them happened. */
  readonly reads: Reads;
}

/** What a subscription follows. */
export interface Wanted {
  readonly accountId: string;
  /** Kind of the records. */
  readonly entity: string;
  /** One of them; undefined for all. */
  readonly id: string | undefined;
  /** Sequence of the last event that the caller knows. */
  readonly after: Sequence | undefined;
}

/** Tells one caller what happens to its own records, until the signal aborts. */
export async function* eventsOf(
  follower: Follower,
  { accountId, entity, id, after }: Wanted,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): AsyncGenerator<StreamEvent> {
  const matches = (entry: Entry) =>
    entry.kind === 'change' &&
    entry.accountId === accountId &&
    entry.entity === entity &&
    (id === undefined || entry.id === id);
  const standing = (kind: StreamEvent['kind'], sequence: Sequence): StreamEvent => ({
    ...{ sequence, kind, delayed: !follower.isLive, at: clock.now(), reads: new Map() },
    ...{ id: kind === 'keep_alive' ? null : (id ?? null), part: null },
  });
  while (follower.buffer === undefined) {
    await Promise.race([follower.opened, clock.sleep(KEEP_ALIVE_MS, signal)]);
    if (follower.buffer === undefined) yield standing('keep_alive', after ?? NOTHING_KNOWN);
  }
  const { buffer } = follower;
  const isForeign = after !== undefined && isAhead(after, buffer.position);
  const reader = new ChangeReader(buffer, clock, matches, isForeign || after === undefined ? buffer.position : after);
  if (after === undefined) yield standing('current', reader.position);
  else if (isForeign) yield standing('gap', reader.position);
  for (;;) {
    signal.throwIfAborted();
    const { floor } = buffer;
    const { isLost, entries } = reader.read(BATCH_MAX);
    if (isLost) yield standing('gap', floor);
    const reads: Reads = new Map();
    for (const entry of entries)
      yield entry.kind === 'gap' ? standing('gap', entry.sequence) : happened(entry, !follower.isLive, reads);
    if (reads.size > 0) await clock.sleep(READ_INTERVAL_MS, signal);
    if (entries.length > 0 || isLost) continue;
    const startedAtMs = clock.nowMs();
    await reader.wait(KEEP_ALIVE_MS, signal);
    if (clock.nowMs() - startedAtMs >= KEEP_ALIVE_MS) yield standing('keep_alive', reader.position);
  }
}

function happened({ sequence, atMs, id, part, isRemoved }: Change, delayed: boolean, reads: Reads): StreamEvent {
  const kind = isRemoved ? 'removed' : 'changed';
  return { sequence, at: new Date(atMs), kind, delayed, id, part: part === '' ? 'record' : part, reads };
}

function isAhead(sequence: Sequence, position: Sequence): boolean {
  return timeOf(sequence).seconds > timeOf(position).seconds + AHEAD_SECONDS_MAX;
}
