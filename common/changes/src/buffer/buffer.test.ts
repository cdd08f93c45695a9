import { beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import fc from 'fast-check';
import { type Change, ChangeBuffer, ChangeReader, isSequence, type Sequence, sequenceOf, timeOf } from './index.js';

const START_MS = 1_700_000_000_000;
const LIMITS = { entriesMax: 5, ageMsMax: 60_000 };
const START = at(0);
let clock: ManualClock;
let buffer: ChangeBuffer;

beforeEach(() => {
  clock = new ManualClock(START_MS);
  buffer = new ChangeBuffer(START, clock, LIMITS);
});

function at(counter: number): Sequence {
  return sequenceOf({ seconds: 1_700_000_000, counter }, 1);
}

function change(counter: number, accountId = 'alice', atMs = clock.nowMs()): Change {
  const record = { entity: 'backtest', id: `bt_${counter}`, part: '', isRemoved: false };
  return { kind: 'change', sequence: at(counter), atMs, accountId, ...record };
}

function fill(from: number, to: number, accountId?: string): void {
  for (let counter = from; counter <= to; counter += 1) buffer.add(change(counter, accountId));
}

const reader = (after: Sequence = START, accountId = 'alice') =>
  new ChangeReader(buffer, clock, (entry) => entry.kind === 'change' && entry.accountId === accountId, after);
const sequences = (found: ReturnType<ChangeReader['read']>) => found.entries.map(({ sequence }) => sequence);

describe('a sequence', () => {
  test('sorts as text as it happened, whatever its parts are', () => {
    const part = (max: number) => fc.integer({ min: 0, max });
    const place = fc.tuple(part(2 ** 32 - 1), part(2 ** 32 - 1), part(2 ** 24 - 1));
    fc.assert(
      fc.property(place, place, (left, right) => {
        const of = ([seconds, counter, index]: typeof left) => sequenceOf({ seconds, counter }, index);
        const first = left.find((value, place) => value !== right[place]);
        const second = right.find((value, place) => value !== left[place]);
        expect(Math.sign(of(left) < of(right) ? -1 : of(left) > of(right) ? 1 : 0)).toBe(
          Math.sign((first ?? 0) - (second ?? 0)),
        );
        expect(isSequence(of(left))).toBe(true);
        expect(timeOf(of(left))).toEqual({ seconds: left[0], counter: left[1] });
      }),
    );
  });

  test.each(['', '1', 'x'.repeat(23), `${START}0`])('is not %j', (text) => expect(isSequence(text)).toBe(false));
});

describe('a reader', () => {
  test('reads its own account’s changes once, in order', () => {
    fill(1, 2);
    buffer.add(change(3, 'bob'));
    const own = reader();
    expect(own.read(10)).toEqual({ isLost: false, entries: [change(1), change(2)] });
    fill(4, 4);
    expect(sequences(own.read(10))).toEqual([at(4)]);
    expect(sequences(own.read(10))).toEqual([]);
  });

  test('resumes after any change that is held, also another account’s', () => {
    fill(1, 2);
    buffer.add(change(3, 'bob'));
    fill(4, 4);
    expect(reader(at(1)).read(10)).toEqual({ isLost: false, entries: [change(2), change(4)] });
    expect(reader(at(3)).read(10)).toEqual({ isLost: false, entries: [change(4)] });
  });

  test('that comes back after more than is held is told that something is lost, and then the rest', () => {
    fill(1, 7);
    expect(buffer.floor).toBe(at(2));
    expect(reader(at(2)).read(10).isLost).toBe(false);
    const late = reader(at(1)).read(10);
    expect([late.isLost, sequences(late)]).toEqual([true, [3, 4, 5, 6, 7].map(at)]);
  });

  test('that comes back after what is held is too old is told so', () => {
    fill(1, 2);
    clock.advance(LIMITS.ageMsMax + 1);
    fill(3, 3);
    expect(reader(at(1)).read(10)).toEqual({ isLost: true, entries: [change(3)] });
  });

  test('that was away while nothing happened has lost nothing, however long', () => {
    fill(1, 1);
    const away = reader(at(1));
    clock.advance(10 * LIMITS.ageMsMax);
    buffer.advance(at(900));
    expect(away.read(10)).toEqual({ isLost: false, entries: [] });
  });

  test('that waits loses nothing to the changes of others', async () => {
    const own = reader();
    own.read(10);
    const waiting = own.wait(1_000, new AbortController().signal);
    fill(1, 50, 'bob');
    buffer.add(change(51));
    await waiting;
    expect(own.read(10)).toEqual({ isLost: false, entries: [change(51)] });
  });

  test('that waited without result stands where the buffer does', async () => {
    const own = reader();
    own.read(10);
    const waiting = own.wait(1_000, new AbortController().signal);
    fill(1, 50, 'bob');
    clock.advance(1_000);
    await waiting;
    expect(own.position).toBe(at(50));
    expect(own.read(10)).toEqual({ isLost: false, entries: [] });
  });

  test.each(['another change', 'time'])(
    'that does something else before it waits loses nothing to %s',
    async (next) => {
      const own = reader();
      own.read(10);
      fill(1, 1);
      const waiting = own.wait(1_000, new AbortController().signal);
      if (next === 'time') clock.advance(1_000);
      else fill(2, 2);
      await waiting;
      expect(sequences(own.read(1))).toEqual([at(1)]);
    },
  );

  test('that is told to leave stops waiting', async () => {
    const leaving = new AbortController();
    const waiting = reader().wait(1_000, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
  });

  test('is told of a gap, as every reader is', () => {
    fill(1, 1, 'bob');
    buffer.add({ kind: 'gap', sequence: at(5), atMs: clock.nowMs() });
    expect(reader().read(10).entries).toEqual([{ kind: 'gap', sequence: at(5), atMs: clock.nowMs() }]);
  });
});

describe('a buffer', () => {
  test('holds each change once, though it is told again', () => {
    fill(1, 3);
    fill(1, 4);
    expect(buffer.size).toBe(4);
  });

  test('never holds more than its bound, whatever is added', () => {
    fill(1, 10_000);
    expect([buffer.size, buffer.floor, buffer.position]).toEqual([5, at(9_995), at(10_000)]);
  });

  test('lets a follower that resumes at random places see each change once and in order, or a gap', () => {
    const steps = fc.array(fc.record({ count: fc.integer({ min: 0, max: 9 }), leaves: fc.boolean() }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, (all) => {
        buffer = new ChangeBuffer(START, clock, LIMITS);
        let [own, made, seen] = [reader(), 0, 0];
        for (const { count, leaves } of all) {
          fill(made + 1, made + count);
          made += count;
          if (leaves) own = reader(own.position);
          const { isLost, entries } = own.read(3);
          for (const [index, { sequence }] of entries.entries()) {
            const isNext = sequence === at(seen + 1);
            expect(isNext || (isLost && index === 0 && sequence > at(seen + 1))).toBe(true);
            seen = timeOf(sequence).counter;
          }
        }
      }),
    );
  });
});
