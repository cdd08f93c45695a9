import { describe, expect, test } from '@jest/globals';
import { FairQueue } from './index.js';

/** Work that runs until it is told to end, and how much of it runs. */
function openEnded() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { ends, work, settle };
}

describe('work under one key', () => {
  test('goes so much at once, the rest in its order', async () => {
    const turns = new FairQueue({ atOnce: 2, pieces: 10, waitMs: 5_000 });
    const { ends, work, settle } = openEnded();
    const done: number[] = [];
    const all = [1, 2, 3].map((number) => turns.take('a', work).then(() => done.push(number)));
    await settle();
    expect(ends).toHaveLength(2);
    ends[0]?.();
    await settle();
    expect([done, ends.length]).toEqual([[1], 3]);
    for (const end of ends) end();
    await Promise.all(all);
    expect(done).toEqual([1, 2, 3]);
  });

  test('keeps no other key waiting', async () => {
    const turns = new FairQueue({ atOnce: 1, pieces: 10, waitMs: 5_000 });
    const { ends, work, settle } = openEnded();
    const slow = [turns.take('a', work), turns.take('a', work)];
    expect(await turns.take('b', async () => 'done')).toBe('done');
    await settle();
    ends[0]?.();
    await settle();
    ends[1]?.();
    await Promise.all(slow);
  });

  test('that weighs more than all goes alone', async () => {
    const turns = new FairQueue({ atOnce: 10, pieces: 10, waitMs: 5_000 });
    const { ends, work, settle } = openEnded();
    const all = [turns.take('a', work, 99), turns.take('a', work, 1)];
    await settle();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await settle();
    ends[1]?.();
    await Promise.all(all);
  });

  test('beyond what may wait is refused, until there is room', async () => {
    const turns = new FairQueue({ atOnce: 1, pieces: 2, waitMs: 5_000 });
    const { ends, work, settle } = openEnded();
    const all = [turns.take('a', work), turns.take('a', work)];
    await expect(turns.take('a', work)).rejects.toMatchObject({ code: 'rate_limited' });
    await settle();
    ends[0]?.();
    await settle();
    ends[1]?.();
    await Promise.all(all);
    expect(await turns.take('a', async () => 'again')).toBe('again');
  });

  test('whose turn does not come in time is refused and never done', async () => {
    const turns = new FairQueue({ atOnce: 1, pieces: 2, waitMs: 20 });
    const { ends, work, settle } = openEnded();
    const first = turns.take('a', work);
    let done = false;
    const late = turns.take('a', async () => {
      done = true;
    });
    await expect(late).rejects.toMatchObject({ code: 'rate_limited' });
    ends[0]?.();
    await first;
    await settle();
    expect(done).toBe(false);
    expect(await turns.take('a', async () => 'next')).toBe('next');
  });

  test('that fails gives its turn to the next', async () => {
    const turns = new FairQueue({ atOnce: 1, pieces: 2, waitMs: 5_000 });
    const failing = async () => {
      throw new Error('no');
    };
    await expect(turns.take('a', failing)).rejects.toThrow('no');
    expect(await turns.take('a', async () => 'next')).toBe('next');
  });
});
