import TestSequencer from '@jest/test-sequencer';

/**
 * Test files that take a minute or more: one that begins last keeps a single worker busy at the end. The slowest first, and what
 * waits beside what computes.
 */
const SLOW = [
  'kill-points',
  'parity',
  'allowance',
  'executions',
  'disk',
  'openapi',
  'kills',
  'errors',
  'datasets',
  'access',
];

const placeOf = ({ path }) => {
  const place = SLOW.findIndex((folder) => path.includes(`/test/src/${folder}/`));
  return place < 0 ? SLOW.length : place;
};

/** Begins with what is known to be slow: Jest itself knows no times in a new clone. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((left, right) => placeOf(left) - placeOf(right));
  }
}
