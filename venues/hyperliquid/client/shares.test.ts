import { expect, test } from '@jest/globals';
import { WEIGHT_PER_MINUTE } from '../codec/index.js';
import { SHARES } from './index.js';

test('the shares of all processes are together no more than the venue allows one address', () => {
  expect(Object.values(SHARES).reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(WEIGHT_PER_MINUTE);
});
