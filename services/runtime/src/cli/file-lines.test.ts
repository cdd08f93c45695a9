import { expect, test } from '@jest/globals';
import { measured } from './file-lines.js';

const MEBIBYTE = 1024 * 1024;
const piece = (mebibytes: number) => 'a'.repeat(mebibytes * MEBIBYTE);

/** What was reported when each piece was asked for, and at the end. */
async function reportedOf(pieces: readonly string[], size: number): Promise<(string | undefined)[]> {
  const reported: string[] = [];
  const seen: (string | undefined)[] = [];
  for await (const _piece of measured(pieces, size, (line) => void reported.push(line))) seen.push(reported.at(-1));
  return [...seen, reported.at(-1)];
}

test('a piece counts once its lines are done with, as a share of the file', async () => {
  expect(await reportedOf([piece(1), piece(2), 'é'.repeat(MEBIBYTE / 2)], 4 * MEBIBYTE)).toEqual([
    undefined,
    '1.0 of 4.0 MiB, 25 %',
    '3.0 of 4.0 MiB, 75 %',
    '4.0 of 4.0 MiB, 100 %',
  ]);
});

test('a file that grows meanwhile is never more than done, and one without a size has no share', async () => {
  expect((await reportedOf([piece(3)], 2 * MEBIBYTE)).at(-1)).toBe('3.0 of 2.0 MiB, 100 %');
  expect((await reportedOf([piece(3)], 0)).at(-1)).toBe('3.0 MiB');
});
