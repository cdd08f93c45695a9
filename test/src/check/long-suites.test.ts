import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { areas, onlyInWholeRuns } from './areas.js';
import { drawnAreas, longSuites, notDrawn } from './long-suites.js';

const root = new URL('../../../', import.meta.url);
const SEEDS = Array.from({ length: 300 }, (_, index) => `seed ${index}`);

/** What no sample may be without: what attackers, deaths and forgers do, who may do what, and the shape of the repository. */
const ALWAYS = [
  ...[
    'access',
    'kill-points',
    'structure',
    'check',
    'mcp',
    'readme',
    'verticals',
    'wallet-proofs',
    'venue-proxy/hostile',
  ],
  ...['end-to-end/npm-start', 'end-to-end/wallet-and-executions', 'deployments/deployments'],
].map((place) => `test/src/${place}`);
const ALWAYS_BESIDE_CODE = [
  ...['isolation/hostile', 'isolation/memory', 'isolation/walls', 'nautilus/hostile', 'harness', 'freqtrade/freqtrade'],
  'nautilus/nautilus',
].map((name) => `services/runtime/src/frameworks/${name}.test.ts`);

test('every file that samples leave out is there, once, and is in some sample unless it waits in real time', () => {
  expect(longSuites.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  expect(new Set(longSuites).size).toBe(longSuites.length);
  const inAll = SEEDS.map((seed) => new Set(notDrawn(seed)));
  expect(longSuites.filter((file) => inAll.every((left) => left.has(file)))).toEqual(onlyInWholeRuns);
});

describe('a sample', () => {
  test('has as many files of each area as it is to have, and fewer than half of them', () => {
    for (const seed of SEEDS.slice(0, 20)) {
      expect(drawnAreas(seed).map(({ files }) => files.length)).toEqual(areas.map(({ count }) => count));
    }
    expect(areas.filter(({ count, files }) => count * 2 > files.length)).toEqual([]);
  });

  test('is the same for the same seed, and a whole run leaves nothing out', () => {
    expect(notDrawn('seed')).toEqual(notDrawn('seed'));
    expect(notDrawn(undefined)).toEqual([]);
  });

  test('is never without what attackers, deaths and forgers do', () => {
    const always = [...ALWAYS, ...ALWAYS_BESIDE_CODE, 'services/wallet/src/signing', 'services/wallet/src/testing'];
    expect(longSuites.filter((file) => always.some((place) => file.startsWith(place)))).toEqual([]);
    expect(
      longSuites.filter((file) => /\/(forged-rows|killed|unsigned|stuck|collector-kills)\.test/.test(file)),
    ).toEqual([]);
  });
});
