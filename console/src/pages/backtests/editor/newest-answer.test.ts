import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { NewestAnswer } from './newest-answer.js';

const PAUSE_MS = 600;

beforeEach(() => void jest.useFakeTimers());

afterEach(() => void jest.useRealTimers());

/** Answers that come when a test says so. */
function asking() {
  const asked: string[] = [];
  const told: string[] = [];
  const ends: (() => void)[] = [];
  const answers = new NewestAnswer<string, string>({
    pauseMs: PAUSE_MS,
    ask: (subject) => {
      asked.push(subject);
      return new Promise((resolve) => ends.push(() => resolve(`about ${subject}`)));
    },
    tell: (answer) => told.push(answer),
  });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const end = async () => {
    ends.shift()?.();
    await pass(0);
  };
  return { answers, asked, told, pass, end };
}

test('what is typed is asked about once, after a pause', async () => {
  const { answers, asked, told, pass, end } = asking();
  for (const text of ['i', 'im', 'imp']) {
    answers.show(text);
    await pass(PAUSE_MS - 1);
  }
  expect(asked).toEqual([]);
  await pass(1);
  expect(asked).toEqual(['imp']);
  await end();
  expect(told).toEqual(['about imp']);
});

test('an answer about what no longer stands is not told, and the next question waits for it', async () => {
  const { answers, asked, told, pass, end } = asking();
  answers.show('first');
  await pass(PAUSE_MS);
  answers.show('second');
  await pass(PAUSE_MS);
  answers.show('third');
  await pass(PAUSE_MS);
  expect(asked).toEqual(['first']);
  await end();
  expect([asked, told]).toEqual([['first', 'third'], []]);
  await end();
  expect([asked, told]).toEqual([['first', 'third'], ['about third']]);
});

test('an answer that comes within the pause after a change is not told either', async () => {
  const { answers, asked, told, pass, end } = asking();
  answers.show('first');
  await pass(PAUSE_MS);
  answers.show('second');
  await end();
  expect([asked, told]).toEqual([['first'], []]);
  await pass(PAUSE_MS);
  await end();
  expect(told).toEqual(['about second']);
});

test('a closed one asks nothing, and tells nothing of what it asked', async () => {
  const { answers, asked, told, pass, end } = asking();
  answers.show('first');
  await pass(PAUSE_MS);
  answers.close();
  await end();
  answers.show('second');
  answers.close();
  await pass(PAUSE_MS);
  expect([asked, told]).toEqual([['first'], []]);
});
