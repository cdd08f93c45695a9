import { describe, expect, test } from '@jest/globals';
import { clientNetworkOf, isWithin } from './client-network.js';

describe('a client', () => {
  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8::1', '2001:0db8:0:0:ffff::2'],
  ])('has one name for %s and %s', (one, other) => {
    expect(clientNetworkOf(one)).toBe(clientNetworkOf(other));
  });

  test('is not its neighbour', () => {
    expect(clientNetworkOf('192.0.2.1')).not.toBe(clientNetworkOf('192.0.2.2'));
    expect(clientNetworkOf('2001:db8::1')).not.toBe(clientNetworkOf('2001:db8:0:1::1'));
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
