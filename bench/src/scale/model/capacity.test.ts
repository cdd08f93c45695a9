import { expect, test } from '@jest/globals';
import { needsAt } from './capacity.js';
import { demandsOf } from './demands.js';
import { LatencyModel } from './latencies.js';
import { limitsOf, reachedAt } from './limits.js';
import { measuredByHand as measured } from './measured.fixture.js';

test('a multiple needs processes, primaries and machines of bots by what is used of each', () => {
  const needs = needsAt(100, measured);
  // 6 cores, where each process has half a core beside 0.01 of its own.
  expect(needs.instances('edge')).toBe(Math.ceil(6 / 0.49));
  // 200 documents a second, where a primary has half of 80.
  expect([needs.writesPerSecond, needs.machines.mongodb]).toEqual([expect.closeTo(200), 5]);
  // 10,000 MiB, where a machine has 800 for bots.
  expect(needs.machines.bots).toBe(13);
  expect(needsAt(1, measured).machines).toEqual({ services: 1, backtests: 1, bots: 1, mongodb: 1 });
});

test('a limit is reached where idle and load fill it, and the first stands first', () => {
  const limits = limitsOf(measured);
  const edge = limits.find(({ what }) => what === 'one process of edge')!;
  expect(reachedAt(edge)).toBeCloseTo((1 - 0.01) / 0.06);
  expect(limits[0]!.what).toBe('memory of one machine with bots alone');
  expect(limits.map(reachedAt)).toEqual(limits.map(reachedAt).toSorted((one, other) => one - other));
});

test('what processors do not explain at 1× stays, and queues come on top', () => {
  const model = new LatencyModel(measured, demandsOf(measured));
  const meanMs = (multiple: number) => {
    const times = model.at(multiple).get('read account') ?? [];
    return times.reduce((sum, each) => sum + each, 0) / times.length;
  };
  const [single, double, tenfold] = [meanMs(1), meanMs(2), meanMs(10)];
  // All answers took 5 ms.
  expect(single).toBeCloseTo(5, 0);
  expect(double).toBeGreaterThan(single);
  expect(tenfold).toBeGreaterThan(double);
});
