import { expect, test } from '@jest/globals';
import { withTimeout } from './index.js';

const never = new Promise<string>(() => {});

test('a promise that settles in time gives its result, or its error', async () => {
  expect(await withTimeout(Promise.resolve('done'), 60_000, () => 'late')).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('failed')), 60_000, () => 'late')).rejects.toThrow('failed');
});

test('one that is late gives what is said for it, or that error', async () => {
  expect(await withTimeout(never, 1, () => 'late')).toBe('late');
  const refuse = () => {
    throw new Error('too late');
  };
  await expect(withTimeout(never, 1, refuse)).rejects.toThrow('too late');
});
