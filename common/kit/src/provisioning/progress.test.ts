import { describe, expect, test } from '@jest/globals';
import { createProgress, type ProgressTime } from './progress.js';

/** A time that stands still until it is moved, beat by beat. */
class ManualTime implements ProgressTime {
  #nowMs = 0;
  #act: (() => void) | undefined;
  #intervalMs = 1_000;

  nowMs(): number {
    return this.#nowMs;
  }

  every(intervalMs: number, act: () => void): () => void {
    expect(1_000 % intervalMs).toBe(0);
    this.#intervalMs = intervalMs;
    this.#act = act;
    return () => {
      this.#act = undefined;
    };
  }

  pass(seconds: number): void {
    for (let leftMs = seconds * 1_000; leftMs > 0; leftMs -= this.#intervalMs) {
      this.#nowMs += this.#intervalMs;
      this.#act?.();
    }
  }
}

function show(isTTY: boolean, columns = 80) {
  const time = new ManualTime();
  const written: { atMs: number; text: string }[] = [];
  const stream = { isTTY, columns, write: (text: string) => written.push({ atMs: time.nowMs(), text }) };
  const progress = createProgress(stream, 'preparing', time);
  return { time, progress, written, texts: () => written.map(({ text }) => text) };
}

describe('without a terminal', () => {
  test('work that reports nothing for minutes is told of within a second, and then never less than every five', () => {
    const { time, progress, written, texts } = show(false);
    time.pass(300);
    progress.finish();
    const times = written.map(({ atMs }) => atMs);
    expect(texts().slice(0, 2)).toEqual(['… preparing, 1 s\n', '… preparing, 4 s\n']);
    for (const [index, atMs] of [...times, 300_000].entries())
      expect(atMs - (times[index - 1] ?? 0)).toBeLessThan(5_000);
    // But rarely enough to avoid noise.
    expect(times.length).toBeLessThanOrEqual(300 / 3);
  });

  test('many reports are a line now and then, the first at once and the last at the end', () => {
    const { time, progress, texts } = show(false);
    for (let done = 1; done <= 90; done += 1) {
      progress.report(`package ${done} of 90`);
      if (done % 10 === 0) time.pass(1);
    }
    progress.finish();
    expect(texts()).toEqual([
      '… preparing: package 1 of 90\n',
      '… preparing: package 40 of 90, 3 s\n',
      '… preparing: package 70 of 90, 7 s\n',
      '… preparing: package 90 of 90, 9 s\n',
    ]);
  });

  test('work that is over within a second says nothing', () => {
    const { progress, texts } = show(false);
    progress.finish();
    expect(texts()).toEqual([]);
  });
});

test('without a terminal lines that stay are written among the others', () => {
  const { progress, texts } = show(false);
  progress.report('table 1 of 2');
  let written = 0;
  progress.aside(() => {
    written += 1;
  });
  expect([texts(), written]).toEqual([['… preparing: table 1 of 2\n'], 1]);
});

test.each([true, false])('what is reported after the end is not shown (terminal: %j)', (isTTY) => {
  const { progress, texts } = show(isTTY);
  progress.report('1 of 2 processes are ready');
  progress.finish();
  const before = texts();
  progress.report('2 of 2 processes are ready');
  progress.finish();
  expect(texts()).toEqual(before);
});

describe('on a terminal', () => {
  test('one line is rewritten each second, never wraps and is taken away at the end', () => {
    const { time, progress, texts } = show(true, 30);
    progress.report('unpacking a very long name');
    time.pass(2);
    progress.finish();
    time.pass(2);
    const clear = '\r\u001b[2K';
    expect(texts()).toEqual([
      `${clear}… preparing: unpacking a very`,
      `${clear}… preparing: unpacking a, 1 s`,
      `${clear}… preparing: unpacking a, 2 s`,
      clear,
    ]);
  });

  test('what is shown makes way for lines that stay, and comes back', () => {
    const { progress, texts } = show(true);
    const written: string[] = [];
    progress.aside(() => written.push(`before anything is shown: ${texts().length}`));
    progress.report('table 1 of 2');
    progress.aside(() => written.push(`beside what is shown: ${texts().length}`));
    progress.finish();
    progress.aside(() => written.push(`after the end: ${texts().length}`));
    const clear = '\r\u001b[2K';
    expect(texts()).toEqual([`${clear}… preparing: table 1 of 2`, clear, `${clear}… preparing: table 1 of 2`, clear]);
    expect(written).toEqual(['before anything is shown: 0', 'beside what is shown: 2', 'after the end: 4']);
  });
});
