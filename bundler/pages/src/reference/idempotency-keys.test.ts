import { expect, test } from '@jest/globals';
import { v4 as uuid } from 'uuid';
import { freshKeys } from './idempotency-keys.js';

const EXAMPLE = '2f1a6f6e-9f0b-4c57-8e0a-6b1f4a3c9d21';
const parameters = [
  { name: 'limit', example: 20 },
  { name: 'Idempotency-Key', example: EXAMPLE },
];
const document = { paths: { '/runtime/backtests': { get: {}, post: { parameters } } } };

function sender() {
  let made = 0;
  const { send, receive } = freshKeys(document, () => `key-${++made}`);
  const url = (path: string) => `http://localhost:8080${path}`;
  return {
    keyOf: (path: string, body?: string, key = EXAMPLE) =>
      send({ url: url(path), headers: { 'Idempotency-Key': key }, body }).headers['Idempotency-Key'],
    answer: (path: string, ok: boolean, body?: object) => receive({ url: url(path), ok, body }),
  };
}

test('each request gets a key of its own in place of the example', () => {
  const { keyOf } = sender();
  expect(['/runtime/backtests', '/runtime/backtests', '/runtime/executions'].map((path) => keyOf(path))).toEqual([
    'key-1',
    'key-2',
    'key-3',
  ]);
});

test('a key that the reader typed is sent, and a request without one stays without', () => {
  expect(sender().keyOf('/runtime/backtests', '{}', 'mine')).toBe('mine');
  const request = { url: 'http://localhost:8080/runtime/backtests', headers: {} };
  expect(freshKeys(document, uuid).send(request)).toEqual({ url: request.url, headers: {} });
});

const WITHDRAW = '/wallet/withdraw';
const TEN = '{"amount_usd":"10.00"}';
const TWENTY = '{"amount_usd":"20.00"}';

test('the steps of one withdrawal by code share a key, and the next code begins another', () => {
  const { keyOf, answer } = sender();
  const step = (name: string) => keyOf(`${WITHDRAW}${name}`, TEN);
  expect(['/otp', '/authorize', '/authorize', ''].map(step)).toEqual(['key-1', 'key-1', 'key-1', 'key-1']);
  answer(WITHDRAW, true);
  expect(['', '/recover', '/otp', '/authorize', ''].map(step)).toEqual(['key-1', 'key-1', 'key-2', 'key-2', 'key-2']);
});

test('an authorization without a code begins a withdrawal, and so does one after a withdrawal was accepted', () => {
  const { keyOf, answer } = sender();
  const step = (name: string) => keyOf(`${WITHDRAW}${name}`, TEN);
  expect(['/authorize', '', '/authorize', ''].map(step)).toEqual(['key-1', 'key-1', 'key-2', 'key-2']);
  expect(step('/otp')).toBe('key-3');
  expect(step('')).toBe('key-3');
  answer(WITHDRAW, true);
  expect(step('/authorize')).toBe('key-4');
});

test('without any proof another withdrawal has another key, and the same one sent again keeps its own', () => {
  const { keyOf, answer } = sender();
  expect(keyOf(WITHDRAW, TEN)).toBe('key-1');
  answer(WITHDRAW, true);
  expect(keyOf(WITHDRAW, TEN)).toBe('key-1');
  answer(WITHDRAW, true);
  expect(keyOf(WITHDRAW, TWENTY)).toBe('key-2');
});

test('a withdrawal that was refused, or whose answer is lost, keeps its key whatever is sent next', () => {
  const { keyOf, answer } = sender();
  expect(keyOf(`${WITHDRAW}/otp`, TEN)).toBe('key-1');
  answer(`${WITHDRAW}/otp`, true);
  expect(keyOf(WITHDRAW, '{"code":"111111"}')).toBe('key-1');
  answer(WITHDRAW, false);
  expect(keyOf(WITHDRAW, '{"code":"222222"}')).toBe('key-1');
});

test('a key that can withdraw nothing any more is not used again, one with a withdrawal is', () => {
  const { keyOf, answer } = sender();
  expect(keyOf(WITHDRAW, TEN)).toBe('key-1');
  expect(keyOf(`${WITHDRAW}/recover`)).toBe('key-1');
  answer(`${WITHDRAW}/recover`, true, { status: 'existing' });
  expect(keyOf(WITHDRAW, TEN)).toBe('key-1');
  answer(`${WITHDRAW}/recover`, true, { status: 'cancelled' });
  expect(keyOf(WITHDRAW, TEN)).toBe('key-2');
});
