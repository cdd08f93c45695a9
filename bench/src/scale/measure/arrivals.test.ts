import { expect, test } from '@jest/globals';
import { seededRandom, seedFor } from '@platform/kit/sampling';
import { PER_SECOND } from '../mix.js';
import { arrivalsOf, countsOf } from './arrivals.js';

const seed = seedFor('arrivals') ?? 7;

test('as many arrive as the rates say, in order, and the same for the same seed', () => {
  const counts = countsOf(2, 100);
  const once = () => arrivalsOf(counts, 100, seededRandom(seed));
  const found = once();
  expect(counts['read backtest']).toBe(PER_SECOND['read backtest'] * 200);
  expect(found).toHaveLength(Object.values(counts).reduce((sum, each) => sum + each, 0));
  expect(found).toEqual(found.toSorted((left, right) => left.atMs - right.atMs));
  expect(found).toEqual(once());
});

test('pauses between arrivals are distributed as a Poisson process has them', () => {
  const found = arrivalsOf({ 'read account': 20_000 }, 1_000, seededRandom(seed));
  const pauses = found.slice(1).map(({ atMs }, index) => atMs - (found[index]?.atMs ?? 0));
  const mean = pauses.reduce((sum, each) => sum + each, 0) / pauses.length;
  const longer = pauses.filter((pause) => pause > mean).length / pauses.length;
  // Of an exponential distribution 1/e is longer than its mean; twenty seeds stayed within 0.01.
  expect({ seed, isNear: Math.abs(longer - Math.exp(-1)) < 0.02 }).toEqual({ seed, isNear: true });
});
