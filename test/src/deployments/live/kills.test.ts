import { afterAll, beforeAll, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { Platform } from '../../platform/platform.js';
import { carriers, expectOneEntry, KILLS_MS_MAX } from './kills.js';

const victims = sampled({ name: 'deaths under live orders', cases: carriers, nameOf: (name) => name, count: 1 });

let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start('what carries live orders is killed', { FEATURE_MANAGED_LIVE: 'true' });
}, KILLS_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), KILLS_MS_MAX);

test.each(victims)(
  'nothing is bought twice where the %s is killed as the first order is under way',
  (victim) => expectOneEntry(platform, victim),
  KILLS_MS_MAX,
);
