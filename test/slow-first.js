import TestSequencer from '@jest/test-sequencer';

/**
 * Test files that take a minute or more: a late one would keep a single worker busy at the end. The slowest first; files that wait run
 * beside files that compute.
 */
const SLOW = [
  'test/src/thief',
  'test/src/kill-points',
  'test/src/deployments',
  'test/src/parity',
  'test/src/allowance',
  'test/src/executions',
  'test/src/disk',
  'test/src/openapi',
  'test/src/kills',
  'test/src/errors',
  'test/src/requested-markets',
  'test/src/account',
  'test/src/datasets',
  'test/src/end-to-end',
  'test/src/access',
  'services/runtime/src/bots/local-bot-runner.test.ts',
  'services/runtime/src/frameworks/isolation',
  'services/runtime/src/frameworks/harness.test.ts',
  'services/wallet/src/withdrawals/departures',
  'sandbox/src/chains',
];

const placeOf = ({ path }) => {
  const place = SLOW.findIndex((slow) => path.includes(`/${slow}`));
  return place < 0 ? SLOW.length : place;
};

/** Starts with the files known to be slow: Jest itself has no times in a new clone. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((left, right) => placeOf(left) - placeOf(right));
  }
}
