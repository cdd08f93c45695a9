import { expect, test } from '@jest/globals';
import { type Compared, isWithin } from './tolerances.js';

const compared = (overrides: Partial<Compared>): Compared => ({
  ...{ what: 'processor', name: 'edge: cores', multiple: 2, measured: 1, simulated: 1, noise: 0 },
  ...overrides,
});

test('a figure of the model is within its tolerance up to either end of it', () => {
  expect([1.25, 0.75].map((simulated) => isWithin(compared({ simulated })))).toEqual([true, true]);
  expect([1.27, 0.73].map((simulated) => isWithin(compared({ simulated })))).toEqual([false, false]);
});

test('a figure need be no nearer than the measurement is to itself', () => {
  expect([1.4, 0.6, 1.6].map((simulated) => isWithin(compared({ simulated, noise: 0.5 })))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a few ticks of the kernel are no difference', () => {
  expect(isWithin(compared({ measured: 0.002, simulated: 0.01 }))).toBe(true);
});
