import { expect, test } from '@jest/globals';
import { jsonIn, parseLosslessly } from './json.js';

test.each([
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['1e20', '1e20'],
  ['1E+20', '1E+20'],
  ['12.5e3', 12_500],
  ['0.12345678901234566', 0.123_456_789_012_345_66],
  ['"9007199254740993"', '9007199254740993'],
  ['"0x1e"', '0x1e'],
  ['77738308', 77_738_308],
])('%s is read without rounding', (text, value) => {
  expect(parseLosslessly(`[{"oid": ${text}}]`)).toEqual([{ oid: value }]);
});

test('what is not JSON is read as undefined where that is no failure', () => {
  expect(['', '{"code":217', '<html>'].map(jsonIn)).toEqual([undefined, undefined, undefined]);
  expect(jsonIn('{"nonce": 9007199254740993}')).toEqual({ nonce: '9007199254740993' });
});
