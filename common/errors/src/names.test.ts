import { describe, expect, test } from '@jest/globals';
import { isPlainName } from './names.js';

describe('a name', () => {
  test.each([
    'research',
    'Größe 2 – β',
    'מפתח',
    'مفتاح',
    'می\u200cخواهم',
    'क्\u200dष',
    '名前',
    '🚀 moon',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '👩\u200d💻',
    '👩🏽\u200d🚀',
    '🏳\ufe0f\u200d🌈',
  ])('%j is plain', (text) => {
    expect(isPlainName(text)).toBe(true);
  });

  test.each(['1\ufe0f', 'key 1\ufe0f', '#\ufe0f', '1\ufe0e\u20e3'])('%j, which looks like another, is not', (text) => {
    expect(isPlainName(text)).toBe(false);
  });

  test.each([
    ...['\n', '\0', '\x1b[31m', '\x7f', '\x85', '\u2028', '\u2029', '\ud800'],
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
    ...['\u200e', '\u200f', '\u061c'],
    ...['\u00ad', '\u034f', '\u115f', '\u180e', '\u200b', '\u200c', '\u200d', '\u2060', '\u3164', '\ufeff', '\ufe0f'],
    '\u{e0041}',
  ])('with %j in it is not', (character) => {
    for (const text of [character, `a${character}`, `${character}b`, `admin${character}key`])
      expect([text, isPlainName(text)]).toEqual([text, false]);
  });
});
