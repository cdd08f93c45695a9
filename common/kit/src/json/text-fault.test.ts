import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonRefused, parseJsonObject, textBounds, textFaultOf } from './index.js';

const bounds = { levelsMax: 4, namesMax: 6, valuesMax: 12 };
/** A text of a given length, for each kind of attack. */
const BULKY = 2 * 1024 * 1024;
/** A garbage collection or a compilation may fall into any single check. */
const LOOKS = 3;

describe('a text of JSON', () => {
  test.each([
    '',
    '{}',
    '{"a":1,"b":{"a":1,"c":[{"a":1},{"a":2}]}}',
    '["a","a","b","b"]',
    '{"a":"\\"a\\":1,\\\\","b":"a"}',
    '{"a":"{{{{{{[[[["}',
    '{"a\\\\":1,"a":2}',
    '[[[[1]]]]',
  ])('is taken: %s', (text) => {
    expect(textFaultOf(text, bounds)).toBeUndefined();
  });

  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{ "a" : 1 , "b" : [ ] , "a" : 2 }', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a\\"":1,"a\\u0022":2}', 'a"'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":[{"b":1},{"b":{"c":1,"c":1}}]}', 'a.1.b.c'],
    ['[1,{"x":1,"y":2,"x":3}]', '1.x'],
  ])('is refused where an object gives a name twice: %s', (text, path) => {
    const { path: found = [], message } = textFaultOf(text, bounds) ?? {};
    expect([found.join('.'), message]).toEqual([path, 'is given twice']);
  });

  test.each([
    ['[[[[[1]]]]]', 'is nested deeper than 4 levels'],
    ['{"a":{"a":{"a":{"a":{}}}}}', 'is nested deeper than 4 levels'],
    ['{"a":1,"b":1,"c":1,"d":[{"a":1,"b":1,"c":1}]}', 'holds more than 6 names of fields'],
    ['[1,1,1,1,1,1,1,1,1,1,1,1,1]', 'holds more than 12 values'],
    ['[[],[],[],[],[],[],[]]', 'holds more than 12 values'],
  ])('is refused where it holds too much: %s', (text, message) => {
    expect(textFaultOf(text, bounds)).toEqual({ path: [], message });
  });

  test.each(['{', '"', '{"a"', '{"a":"', '{"a":"\\', '}', ']]', ',', '{"a":1,,"b"', '{"\\x":1,"\\x":2}', 'nonsense'])(
    'that is none is the parser’s to refuse, or refused: %s',
    (text) => {
      expect(() => parseJsonObject(text)).toThrow(JsonRefused);
    },
  );

  test('has a name twice, wherever that is, or has not', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, name) => {
        expect(textFaultOf(json)).toBeUndefined();
        const member = `${JSON.stringify(name)}:${json}`;
        expect(textFaultOf(`[${json},{${member},"other of ${name.length}":0,${member}}]`)).toEqual({
          path: [1, name],
          message: 'is given twice',
        });
      }),
    );
  });

  test.each([
    ['backslashes', `{"a":"${'\\\\'.repeat(BULKY / 2)}"}`],
    ['escaped quotes', `{"a":"${'\\"'.repeat(BULKY / 2)}"}`],
    ['levels', '['.repeat(BULKY)],
    ['names', `{${Array.from({ length: BULKY / 16 }, (_, index) => `"v${index}":${index}`).join(',')}}`],
    ['values', `[${'1,'.repeat(BULKY / 2)}1]`],
    ['digits', `[${'1'.repeat(BULKY)}]`],
    ['quotes', '"'.repeat(BULKY)],
  ])('is looked at in an instant, though it is two mebibytes of %s', (_what, text) => {
    const looks = Array.from({ length: LOOKS }, () => {
      const used = process.threadCpuUsage();
      textFaultOf(text, textBounds);
      const { user, system } = process.threadCpuUsage(used);
      return (user + system) / 1_000;
    });
    expect(Math.min(...looks)).toBeLessThan(50);
  });
});
