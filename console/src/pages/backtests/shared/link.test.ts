import { expect, test } from '@jest/globals';
import { addressOf, digestOf, linkOf } from './link.js';

test('a link says whose result it is and what it was', () => {
  const address = addressOf('https://platform.example', { token: 'abc_-1', digest: 'ff00' });
  expect(address).toBe('https://platform.example/app/shared#abc_-1~ff00');
  expect(linkOf(new URL(address).hash)).toEqual({ token: 'abc_-1', digest: 'ff00' });
  expect(linkOf('#abc')).toEqual({ token: 'abc' });
  expect([linkOf(''), linkOf('#')]).toEqual([undefined, undefined]);
});

test('a digest is of what a result says, not of how it came', async () => {
  const first = await digestOf({ b: 1, a: [{ __typename: 'Pair', symbol: 'x' }] });
  expect(first).toBe('ec7f2d82c21a5d57f3c8825ea00c1e58aa16db0c49e41fc9ce5e9a83b80ce947');
  expect(await digestOf({ a: [{ symbol: 'x' }], b: 1 })).toBe(first);
  expect(await digestOf({ a: [{ symbol: 'x' }], b: 2 })).not.toBe(first);
});
