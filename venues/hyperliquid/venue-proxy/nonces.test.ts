import { expect, test } from '@jest/globals';
import { BotNonces } from './nonces.js';

const START_MS = Date.UTC(2026, 10, 1);

test('a nonce is spent once', () => {
  const nonces = new BotNonces(START_MS);
  expect(nonces.spend(START_MS + 5, START_MS)).toBeUndefined();
  expect(nonces.spend(START_MS + 5, START_MS)).toBe(`Invalid nonce: duplicate nonce ${START_MS + 5}`);
  expect(nonces.spend(START_MS + 4, START_MS)).toBeUndefined();
});

test('a nonce of the time before the start is refused: a former process may have spent it', () => {
  expect(new BotNonces(START_MS).spend(START_MS - 1, START_MS)).toContain('nonce too low');
});

test('a nonce too far ahead is refused', () => {
  expect(new BotNonces(START_MS).spend(START_MS + 86_400_000, START_MS)).toContain('nonce too high');
});

test('of a hundred and one spent nonces none can be spent again', () => {
  const nonces = new BotNonces(START_MS);
  const all = Array.from({ length: 101 }, (_each, index) => START_MS + index);
  for (const nonce of all) expect(nonces.spend(nonce, START_MS)).toBeUndefined();
  for (const nonce of all) expect(nonces.spend(nonce, START_MS)).toContain('Invalid nonce');
});
