import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { drawnSuites, longSuites } from './long-suites.js';

const root = new URL('../../../', import.meta.url);

test('every long suite is there, and is run for some seed, but for those in real time', () => {
  expect(longSuites.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  const seeds = Array.from({ length: 100 }, (_, index) => `seed ${index}`);
  const run = new Set(seeds.flatMap(drawnSuites));
  const never = longSuites.filter((file) => !run.has(file));
  const inRealTime = ['parity-run', 'live/harsh', 'live/parity'];
  expect(never).toEqual(inRealTime.map((name) => `test/src/deployments/${name}.test.ts`));
});

test('a sample has some of them, the same for the same seed, and a whole run has all', () => {
  expect(drawnSuites('seed').length).toBeLessThan(longSuites.length / 2);
  expect(drawnSuites('seed')).toEqual(drawnSuites('seed'));
  expect(drawnSuites(undefined)).toEqual(longSuites);
});
