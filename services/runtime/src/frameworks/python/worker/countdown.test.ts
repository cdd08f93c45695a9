import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Countdown } from './countdown.js';

let ended: number;
let countdown: Countdown;

beforeEach(() => {
  jest.useFakeTimers();
  ended = 0;
  countdown = new Countdown(
    1_000,
    () => {
      ended += 1;
    },
    Date.now,
  );
});

afterEach(() => {
  jest.useRealTimers();
});

test('ends once the time is over, and not where it was begun again', () => {
  countdown.restart();
  jest.advanceTimersByTime(900);
  countdown.restart();
  jest.advanceTimersByTime(999);
  expect(ended).toBe(0);
  jest.advanceTimersByTime(1);
  expect(ended).toBe(1);
});

test('stands still while it is paused, and goes on with what was left', () => {
  countdown.restart();
  jest.advanceTimersByTime(600);
  countdown.pause();
  jest.advanceTimersByTime(10_000);
  countdown.resume();
  jest.advanceTimersByTime(399);
  expect(ended).toBe(0);
  jest.advanceTimersByTime(1);
  expect(ended).toBe(1);
});

test('begun again while it is paused, it has its whole time afterwards', () => {
  countdown.pause();
  countdown.restart();
  jest.advanceTimersByTime(10_000);
  countdown.resume();
  jest.advanceTimersByTime(999);
  expect(ended).toBe(0);
  jest.advanceTimersByTime(1);
  expect(ended).toBe(1);
});

test('stopped, it never ends', () => {
  countdown.restart();
  countdown.stop();
  countdown.pause();
  countdown.resume();
  jest.advanceTimersByTime(10_000);
  expect(ended).toBe(0);
});
