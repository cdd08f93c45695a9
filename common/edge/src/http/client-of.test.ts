import { describe, expect, test } from '@jest/globals';
import { clientOf, isWithin } from './client-of.js';

describe('a client', () => {
  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8::1', '2001:0db8:0:0:ffff::2'],
  ])('has one name for %s and %s', (one, other) => {
    expect(clientOf(one)).toBe(clientOf(other));
  });

  test('is not its neighbour', () => {
    expect(clientOf('192.0.2.1')).not.toBe(clientOf('192.0.2.2'));
    expect(clientOf('2001:db8::1')).not.toBe(clientOf('2001:db8:0:1::1'));
  });
});

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['11.1.2.3', false],
  ['192.0.2.1', true],
  ['192.0.2.2', false],
  ['2001:db8::9', true],
  ['::1', false],
])('%s lies within some networks: %s', (address, isSo) => {
  expect(isWithin(['10.0.0.0/8', '192.0.2.1', '2001:db8::/64'])(address)).toBe(isSo);
});
