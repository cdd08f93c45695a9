import { expect, test } from '@jest/globals';
import { freePort } from './index.js';

test('a port that was chosen is not chosen again while nothing listens on it yet', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 600; count += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});
