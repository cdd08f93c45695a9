import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { type LogLimits, readLogLines } from './log-lines.js';

const LIMITS: LogLimits = { bytes: 10_000, keptLines: 10, keptBytes: 4_000, lineCharacters: 20 };

/** What is kept of a log whose chunks come a second apart. */
async function read(chunks: readonly (string | Buffer)[], limits: Partial<LogLimits> = {}) {
  const lines: string[] = [];
  const times: number[] = [];
  const floods: number[] = [];
  const drops: number[] = [];
  let nowMs = 0;
  const clock = () => {
    nowMs += 1_000;
    return nowMs;
  };
  const listener = {
    onLine: (line: string, atMs: number) => {
      lines.push(line);
      times.push(atMs);
    },
    onDropped: (dropped: number) => drops.push(dropped),
    onFlood: (bytes: number) => floods.push(bytes),
  };
  const log = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  await readLogLines(log, { ...LIMITS, ...limits }, listener, clock);
  return { lines, times, floods, drops };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`);

describe('readLogLines', () => {
  test('puts lines and letters together however they are cut, and keeps the last one', async () => {
    const euro = Buffer.from('€');
    const { lines } = await read(['one\ntw', 'o ', euro.subarray(0, 1), euro.subarray(1), '\n\nlast']);
    expect(lines).toEqual(['one', 'two €', '', 'last']);
  });

  test('cuts a long line and says so, wherever it ends', async () => {
    const cut = `${'x'.repeat(20)} … (cut)`;
    expect((await read([`${'x'.repeat(25)}\n`])).lines).toEqual([cut]);
    expect((await read(['x'.repeat(15), 'x'.repeat(500), 'x\nnext\n'])).lines).toEqual([cut, 'next']);
    expect((await read(['x'.repeat(500)])).lines).toEqual([cut]);
  });

  test('keeps every line of a log that has as many as are kept', async () => {
    expect((await read(numbered(1, 9))).lines).toHaveLength(9);
  });

  test.each([
    ['in one chunk', (lines: string[]) => [lines.join('')]],
    ['a line a chunk', (lines: string[]) => lines],
    ['cut anywhere', (lines: string[]) => lines.join('').match(/.{1,7}/gs) ?? []],
  ])('keeps the first and the last lines of a longer one, and says how many were dropped (%s)', async (_how, cut) => {
    const { lines, floods, drops } = await read(cut(numbered(1, 600)));
    expect(drops).toEqual([591]);
    expect(lines).toEqual([
      ...numbered(1, 7).map((line) => line.trim()),
      '(591 lines were dropped here: the first and the last are kept, 10 lines of 3.9 KiB at most)',
      'line 599',
      'line 600',
    ]);
    expect(floods).toEqual([]);
  });

  test('keeps as many bytes as it may, with a stamp a line', async () => {
    const line = `${'x'.repeat(19)}\n`;
    const { lines } = await read(Array(400).fill(line), { keptLines: 1_000 });
    const bytes = lines.reduce((sum, kept) => sum + Buffer.byteLength(kept) + 32, 0);
    expect(bytes).toBeGreaterThan(3_000);
    expect(bytes).toBeLessThan(4_200);
    const dropped = Number(/^\((\d+) lines/.exec(lines.find((kept) => kept.startsWith('(')) ?? '')?.[1]);
    expect(dropped).toBe(400 - (lines.length - 1));
  });

  test('hands on the first lines as they come, and tells of the last ones when they came', async () => {
    const { times } = await read(numbered(1, 30));
    expect(times).toEqual([1, 2, 3, 4, 5, 6, 7, 29, 29, 30].map((seconds) => seconds * 1_000));
  });

  test('drops a line of which only the end is left, and counts it', async () => {
    const flood = [...numbered(1, 7), ...Array(20).fill('y'.repeat(200)), '\nlast\n'];
    const { lines } = await read(flood, { keptBytes: 2_000 });
    expect(lines.at(-1)).toBe('last');
    expect(lines.at(-2)).toMatch(/^\(1 lines were dropped/);
  });

  test('reads a flood of short lines that come one at a time as far as its limit', async () => {
    const chunks = Array.from({ length: 400_000 }, () => 'x\n');
    const limits = { bytes: 700_000, keptLines: 10_000, keptBytes: 1024 ** 2 };
    const { floods, drops, lines } = await read(chunks, limits);
    expect(floods).toEqual([700_002]);
    expect(drops).toEqual([350_001 - (lines.length - 1)]);
  });

  test('tells a flood once, with what came, and reads no more', async () => {
    const { lines, floods } = await read(['x\n'.repeat(4_000), 'x\n'.repeat(4_000), 'late\n'.repeat(4_000)]);
    expect(floods).toEqual([16_000]);
    expect(lines).not.toContain('late');
  });
});
