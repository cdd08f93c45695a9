import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seedFor } from '@platform/kit/sampling';
import { Platform } from '../platform/platform.js';
import { soak } from './soak.js';

/** CONTRIBUTING.md names the command for an hour. */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 3);
const MINUTE_MS = 60_000;
const seed = Number(process.env['SOAK_SEED'] ?? seedFor('a soak of deployments') ?? randomInt(2 ** 31));
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start('its processes are killed under deployments', {
    DEPLOYMENTS_RUNNING_PER_ACCOUNT: '20',
  });
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

test(
  `twelve deployments are what they should be after ${MINUTES} minutes of kills`,
  async () => {
    const { steps, ...left } = await soak(platform, MINUTES * MINUTE_MS, seed);
    expect({ seed, steps, ...left }).toEqual({
      ...{ seed, steps: expect.any(Object) },
      ...{ wrong: [], strays: [], gaps: [], secrets: [] },
    });
  },
  (MINUTES + 25) * MINUTE_MS,
);
