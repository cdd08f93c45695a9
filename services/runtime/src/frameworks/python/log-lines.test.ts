import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { type LogLimits, readLogLines } from './log-lines.js';

async function read(chunks: readonly (string | Buffer)[], limits: Partial<LogLimits> = {}) {
  const lines: string[] = [];
  let floods = 0;
  await readLogLines(
    Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    { bytes: 1_000, lines: 10, lineCharacters: 20, ...limits },
    {
      onLine: (line) => lines.push(line),
      onFlood: () => {
        floods += 1;
      },
    },
  );
  return { lines, floods };
}

describe('readLogLines', () => {
  test('puts lines and letters together however they are cut, and keeps the last one', async () => {
    const euro = Buffer.from('€');
    expect(await read(['one\ntw', 'o ', euro.subarray(0, 1), euro.subarray(1), '\n\nlast'])).toEqual({
      lines: ['one', 'two €', '', 'last'],
      floods: 0,
    });
  });

  test('cuts a long line and says so', async () => {
    expect((await read([`${'x'.repeat(25)}\n`])).lines).toEqual([`${'x'.repeat(20)} … (cut)`]);
  });

  test('tells a flood of lines or bytes once, and drops what comes after', async () => {
    const flood = await read(['line\n'.repeat(11), 'more\n', 'more\n']);
    expect(flood).toEqual({ lines: Array(10).fill('line'), floods: 1 });
    expect((await read(['x'.repeat(800), 'x'.repeat(800), 'x'])).floods).toBe(1);
  });
});
