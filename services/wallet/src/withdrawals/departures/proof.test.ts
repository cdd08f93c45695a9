import { expect, test } from '@jest/globals';
import { nextStep } from './proof.js';

const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(minutes * MINUTE_MS);
const fresh = { sendUntil: at(30) };
const END = at(3_000);

test('it is sent until the venue has answered, and for half an hour', () => {
  expect(nextStep(fresh, END, at(1))).toBe('send');
  expect(nextStep({ ...fresh, acceptedAt: at(1) }, END, at(2))).toBe('wait');
  expect(nextStep(fresh, END, at(30))).toBe('spend_nonce');
});

test('an accepting answer proves nothing: without an entry its nonce is spent in the end', () => {
  expect(nextStep({ ...fresh, acceptedAt: at(1) }, END, at(30))).toBe('spend_nonce');
  expect(nextStep({ ...fresh, acceptedAt: at(1), spentAt: at(31) }, END, at(2_999))).toBe('wait');
});

test('a refusal has its nonce spent, and counts once the ledger had a minute to show otherwise', () => {
  const refused = { ...fresh, refusedAt: at(1) };
  expect(nextStep(refused, END, at(1))).toBe('spend_nonce');
  expect(nextStep({ ...refused, spentAt: at(2) }, END, new Date(3 * MINUTE_MS - 1))).toBe('wait');
  expect(nextStep({ ...refused, spentAt: at(2) }, END, at(3))).toBe('failed');
});

test('where a look-up tells of each in the end, it is only sent, until it is accepted or for half an hour', () => {
  expect(nextStep(fresh, undefined, at(1))).toBe('send');
  expect(nextStep({ ...fresh, refusedAt: at(1) }, undefined, at(2))).toBe('send');
  expect(nextStep({ ...fresh, acceptedAt: at(1) }, undefined, at(2))).toBe('wait');
  expect(nextStep(fresh, undefined, at(3_000))).toBe('wait');
});

test('a spent nonce without a refusal proves nothing before the venue refuses nonces of its age', () => {
  const spent = { ...fresh, spentAt: at(31) };
  expect(nextStep(spent, END, at(2_999))).toBe('wait');
  expect(nextStep(spent, END, END)).toBe('failed');
});
