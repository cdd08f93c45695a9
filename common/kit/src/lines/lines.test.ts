import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { type LineLimits, readLines } from './index.js';

async function read(chunks: readonly string[], limits: Partial<LineLimits> = {}): Promise<string[]> {
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const lines: string[] = [];
  for await (const line of readLines(input, { lineBytes: 10, totalBytes: 100, ...limits })) lines.push(line);
  return lines;
}

describe('lines', () => {
  test('are put together however they are cut, be it within a character', async () => {
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    const input = Readable.from([Buffer.from('a\nb'), first, second, Buffer.from('\n\n')]);
    const lines: string[] = [];
    for await (const line of readLines(input, { lineBytes: 10, totalBytes: 100 })) lines.push(line);
    expect(lines).toEqual(['a', 'bé', '']);
  });

  test('end where the stream ends: what has no end of line is none', async () => {
    expect(await read(['whole\n', 'cut'])).toEqual(['whole']);
  });

  test('have a length and a number of bytes at most, with and without ends of lines', async () => {
    await expect(read(['12345', '678901'])).rejects.toMatchObject({ of: 'line', bytesMax: 10 });
    await expect(read(['12345678901\n'])).rejects.toMatchObject({ of: 'line', bytesMax: 10 });
    await expect(read(Array(60).fill('1\n'))).rejects.toMatchObject({ of: 'total', bytesMax: 100 });
    expect(await read(Array(60).fill('1\n'), { totalBytes: Number.POSITIVE_INFINITY })).toHaveLength(60);
  });
});
