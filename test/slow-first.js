import TestSequencer from '@jest/test-sequencer';

/**
 * Test files that take a minute or more: a late one would keep a single worker busy at the end. The slowest first; files that wait run
 * beside files that compute.
 */
const SLOW = [
  'thief',
  'kill-points',
  'parity',
  'allowance',
  'executions',
  'disk',
  'openapi',
  'kills',
  'deployments',
  'errors',
  'datasets',
  'access',
];

const placeOf = ({ path }) => {
  const place = SLOW.findIndex((folder) => path.includes(`/test/src/${folder}/`));
  return place < 0 ? SLOW.length : place;
};

/** Starts with the files known to be slow: Jest itself has no times in a new clone. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((left, right) => placeOf(left) - placeOf(right));
  }
}
