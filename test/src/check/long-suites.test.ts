import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { leftOut, longSuites } from './long-suites.js';

const root = new URL('../../../', import.meta.url);

test('every long suite is there, and is run for some seed', () => {
  expect(longSuites.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  const seeds = Array.from({ length: 100 }, (_, index) => `seed ${index}`);
  const run = new Set(seeds.flatMap((seed) => longSuites.filter((file) => !leftOut(seed).includes(file))));
  expect([...run].toSorted()).toEqual(longSuites.toSorted());
});

test('a sample has some of them, the same for the same seed, and a whole run has all', () => {
  expect(leftOut('seed').length).toBeGreaterThan(longSuites.length / 2);
  expect(leftOut('seed')).toEqual(leftOut('seed'));
  expect(leftOut(undefined)).toEqual([]);
});
