import { expect, test } from '@jest/globals';
import { freshKeys, randomUuid } from './idempotency-keys.js';

const EXAMPLE = '2f1a6f6e-9f0b-4c57-8e0a-6b1f4a3c9d21';
const parameters = [
  { name: 'limit', example: 20 },
  { name: 'Idempotency-Key', example: EXAMPLE },
];
const document = { paths: { '/runtime/backtests': { get: {}, post: { parameters } } } };

function sender() {
  let made = 0;
  const send = freshKeys(document, () => `key-${++made}`);
  return (path: string, key = EXAMPLE) =>
    send({ url: `http://localhost:8080${path}`, headers: { 'Idempotency-Key': key } }).headers['Idempotency-Key'];
}

test('each request gets a key of its own in place of the example', () => {
  const keyOf = sender();
  expect(['/runtime/backtests', '/runtime/backtests', '/runtime/executions'].map((path) => keyOf(path))).toEqual([
    'key-1',
    'key-2',
    'key-3',
  ]);
});

test('a key that the reader typed is sent, and a request without one stays without', () => {
  expect(sender()('/runtime/backtests', 'mine')).toBe('mine');
  const request = { url: 'http://localhost:8080/runtime/backtests', headers: {} };
  expect(freshKeys(document, randomUuid)(request)).toEqual({ url: request.url, headers: {} });
});

test('the steps of one withdrawal share a key, and the next withdrawal has another', () => {
  const keyOf = sender();
  const steps = ['/otp', '/authorize', '', '/recover', '/otp', ''].map((step) => keyOf(`/wallet/withdraw${step}`));
  expect(steps).toEqual(['key-1', 'key-1', 'key-1', 'key-1', 'key-2', 'key-2']);
});

test('a key is a random UUID of version 4', () => {
  const keys = Array.from({ length: 200 }, randomUuid);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(keys).size).toBe(keys.length);
});
