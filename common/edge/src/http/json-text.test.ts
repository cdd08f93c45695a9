import { describe, expect, test } from '@jest/globals';
import { jsonTextOf, UnreadableBody } from './index.js';

const read = (text: string, encoding: BufferEncoding = 'utf8') => jsonTextOf(Buffer.from(text, encoding));

describe('the text of a JSON body', () => {
  test.each(['', '{}', '{"a":"ä € 😀 \u0000"}', '"\\n\\\\\\u00e4"'])('is what UTF-8 says: %j', (text) => {
    expect(read(text)).toBe(text);
  });

  test('does not have the byte order mark before it, and keeps one inside', () => {
    expect(read('\uFEFF{"a":"\uFEFF"}')).toBe('{"a":"\uFEFF"}');
    expect(read('\uFEFF')).toBe('');
  });

  test.each([
    ['a byte of Latin-1', 'efc3a4fc'],
    ['a sequence cut off', '22e282'],
    ['an overlong form', '22c0af22'],
    ['a surrogate', '22eda08022'],
    ['a code point beyond Unicode', '22f590808022'],
    ['UTF-16', 'fffe22006100'],
  ])('is refused where its bytes are no UTF-8: %s', (_case, bytes) => {
    expect(() => read(bytes, 'hex')).toThrow(UnreadableBody);
  });

  test.each(['"\\ud83d"', '"\\uDE00"', '"\\ude00\\ud83d"', '"\\ud83d\\\\\\ude00"', '"\\\\\\uD800x"', '{"\\udfff":1}'])(
    'is refused where it escapes half a pair: %s',
    (text) => {
      expect(() => read(text)).toThrow(new UnreadableBody('holds half of a surrogate pair'));
    },
  );

  test.each(['"\\ud83d\\ude00"', '"\\\\ud83d"', '"\\uD83D\\uDE00\\\\ud800"', '"😀"', '"\\ud7ff\\ue000"'])(
    'is taken where it only looks so: %s',
    (text) => {
      expect(read(text)).toBe(text);
    },
  );
});
