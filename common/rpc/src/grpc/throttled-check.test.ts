import { beforeEach, describe, expect, test } from '@jest/globals';
import { throttledCheck } from './throttled-check.js';

let nowMs: number;
let looks: { answer(isUp: boolean): void }[];
const look = () => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  looks.push({ answer: (isUp) => (isUp ? resolve() : reject(new Error('down'))) });
  return promise;
};

beforeEach(() => {
  nowMs = 0;
  looks = [];
});

describe('a look at what others serve', () => {
  test('is taken again by each call, so that the next one sees what has changed', async () => {
    const check = throttledCheck(look, () => nowMs);
    const first = check();
    looks[0]?.answer(true);
    await first;
    const second = check();
    looks[1]?.answer(false);
    await expect(second).rejects.toThrow('down');
  });

  test('is shared while it has just begun, and not once it hangs', async () => {
    const check = throttledCheck(look, () => nowMs);
    const outcomes = [check(), check()];
    nowMs = 500;
    outcomes.push(check());
    expect(looks).toHaveLength(2);
    for (const each of looks) each.answer(true);
    await Promise.all(outcomes);
  });

  test('runs at most sixty times per minute, however many callers there are', async () => {
    const check = throttledCheck(look, () => nowMs);
    const ask = async () => {
      const outcome = check();
      looks.at(-1)?.answer(true);
      await outcome;
    };
    for (let asked = 0; asked < 500; asked += 1) await ask();
    expect(looks).toHaveLength(60);
    nowMs += 10_000;
    for (let asked = 0; asked < 500; asked += 1) await ask();
    expect(looks).toHaveLength(70);
  });
});
