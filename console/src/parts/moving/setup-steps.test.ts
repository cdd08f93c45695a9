import { expect, test } from '@jest/globals';
import { STEPS, stepsDone } from './setup-steps.js';

test('a setup counts the steps that are behind it', () => {
  expect(['reserve', 'transfer', 'credit', 'register', 'done'].map(stepsDone)).toEqual([0, 1, 2, 3, STEPS.length]);
});

test('a step that was added later is under way, and never done', () => {
  expect(stepsDone('sweep')).toBe(STEPS.length - 1);
});
