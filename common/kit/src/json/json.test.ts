import { describe, expect, test } from '@jest/globals';
import { faultOf, freeJson, JsonRefused, parseJsonObject } from './index.js';

const nested = (levels: number) => `${'{"x":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('JSON that a caller writes freely', () => {
  test.each(['{}', '{"a":[1.5,-0.25,9007199254740991,null,true,"\\ud83d\\ude00"]}', nested(32)])(
    '%s is taken',
    (text) => {
      expect(parseJsonObject(text)).toEqual(JSON.parse(text));
    },
  );

  test.each([
    ['{', 'must be JSON'],
    ['[]', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['"text"', 'must be a JSON object'],
    ['{"a":9007199254740992}', 'holds a number beyond'],
    ['{"a":[-1e400]}', 'holds a number beyond'],
    ['{"a":"\\ud83d"}', 'holds half of a surrogate pair'],
    ['{"\\ude00":1}', 'holds half of a surrogate pair'],
    [nested(33), 'is nested deeper than 32 levels'],
  ])('%s is refused', (text, reason) => {
    expect(() => parseJsonObject(text)).toThrow(JsonRefused);
    expect(() => parseJsonObject(text)).toThrow(reason);
  });

  test('is refused where it gives a field twice, with the place of that field', () => {
    const refusal = () => parseJsonObject('{"a":[{"b":1},{"b":1,"c":2,"b":3}]}');
    expect(refusal).toThrow(expect.objectContaining({ message: 'is given twice', path: ['a', 1, 'b'] }));
  });

  test('is looked at without recursion', () => {
    expect(faultOf(JSON.parse(nested(3_000)), freeJson)).toMatch('deeper');
  });
});

test('a signer takes whole numbers alone; code that passes numbers on takes all that can be written', () => {
  const whole = { levelsMax: 32, numbers: 'whole' } as const;
  expect(faultOf({ a: 1 }, whole)).toBeUndefined();
  for (const number of [1.5, 2 ** 53, Number.POSITIVE_INFINITY])
    expect(faultOf({ a: [number] }, whole)).toBe('holds a number that is not exact');
  const finite = { levelsMax: 1_000, numbers: 'finite' } as const;
  expect(faultOf({ a: 2 ** 60 }, finite)).toBeUndefined();
  expect(faultOf({ a: Number.POSITIVE_INFINITY }, finite)).toBe('holds a number that JSON can not carry');
});
