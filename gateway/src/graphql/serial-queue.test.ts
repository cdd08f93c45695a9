import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { SerialQueue } from './serial-queue.js';

const WORK_MS = 5;

/** Runs this many pieces of work under a key at once; reports when each is done. */
async function work(line: SerialQueue, key: string, pieces: number, done: string[]): Promise<void> {
  await Promise.all(
    Array.from({ length: pieces }, async (_, index) => {
      const turn = line.turn(key);
      await turn.enter();
      await sleep(WORK_MS);
      done.push(`${key}${index}`);
      turn.leave();
    }),
  );
}

test('work goes one by one, each key’s first before any key’s second', async () => {
  const done: string[] = [];
  const line = new SerialQueue();
  await Promise.all([work(line, 'a', 3, done), work(line, 'b', 1, done), work(line, 'c', 2, done)]);
  expect(done).toEqual(['a0', 'b0', 'c0', 'a1', 'c1', 'a2']);
});

test('the line rests after a piece of work for as long as that took', async () => {
  const line = new SerialQueue();
  const startedAtMs = performance.now();
  await work(line, 'a', 4, []);
  expect(performance.now() - startedAtMs).toBeGreaterThan(6 * WORK_MS);
});

test('a turn that is entered twice and left twice is one', async () => {
  const line = new SerialQueue();
  const turn = line.turn('a');
  await turn.enter();
  await turn.enter();
  turn.leave();
  turn.leave();
  const done: string[] = [];
  await work(line, 'b', 2, done);
  expect(done).toEqual(['b0', 'b1']);
});

test('what is too much or waits too long is refused, and leaves the line to others', async () => {
  const line = new SerialQueue({ waiting: 1, waitMs: 100 });
  const first = line.turn('a');
  await first.enter();
  const late = line.turn('a').enter();
  await expect(line.turn('a').enter()).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(late).rejects.toMatchObject({ code: 'rate_limited' });
  const other = line.turn('b').enter();
  first.leave();
  await expect(other).resolves.toBeUndefined();
});
