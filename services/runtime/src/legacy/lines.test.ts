import { expect, test } from '@jest/globals';
import { parseLegacyLine } from './line.js';
import { linesOf } from './lines.js';
import { LINE_CHARACTERS_MAX } from './parts.js';

async function read(pieces: Iterable<string>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(pieces)) lines.push(line);
  return lines;
}

test.each<[string, string[], string[]]>([
  ['lines across pieces', ['{"a"', ':1}\n{', '"b":2}\n'], ['{"a":1}', '{"b":2}']],
  ['empty lines, which are counted', ['\n\n{}\n'], ['', '', '{}']],
  ['a last line without its end', ['{}\n[]'], ['{}', '[]']],
  ['carriage returns before their line feeds', ['{}\r', '\n[]\r\n'], ['{}\r', '[]\r']],
  ['separators that JSON leaves raw', ['"\u2028\u2029\u0085"\n{}'], ['"\u2028\u2029\u0085"', '{}']],
  ['nothing', [], []],
])('gives %s', async (_what, pieces, lines) => {
  expect(await read(pieces)).toEqual(lines);
});

test('holds no more of a line that is too long than shows it, and goes on with the next', async () => {
  const piece = ' '.repeat(65_536);
  function* pieces() {
    yield '{}\n';
    for (let left = 10 * LINE_CHARACTERS_MAX; left > 0; left -= piece.length) yield piece;
    yield '\n{"id"';
    yield ':1}';
  }
  const [first, long = '', last, ...others] = await read(pieces());
  expect([first, last, others]).toEqual(['{}', '{"id":1}', []]);
  expect(long.length).toBeLessThanOrEqual(LINE_CHARACTERS_MAX + piece.length);
  expect(parseLegacyLine(long)).toEqual({
    kind: 'malformed',
    problem: `is longer than ${LINE_CHARACTERS_MAX} characters`,
  });
});
