import { expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { RecordSeals, SealBrokenError, Seals } from './index.js';

/** A payment; its note is not sealed. */
interface Payment {
  readonly _id: string;
  readonly amountMicroUsdc: bigint;
  readonly note?: string;
}

const logger = createLogger({ process: 'test', level: 'silent' });
const seals = new Seals(new Secret(systemRandom.bytes(32)), logger);
const sealsOf = (purpose: string) =>
  new RecordSeals<Payment>(seals, purpose, ({ _id, amountMicroUsdc }) => ({ id: _id, fields: { amountMicroUsdc } }));
const payments = sealsOf('payment');
const made: Payment = { _id: 'pay_1', amountMicroUsdc: 5n };
const payment = { ...made, seal: payments.seal(made) };

test('a record with its seal is returned as it is, also where what is not sealed has changed', () => {
  const noted = { ...payment, note: 'later', state: 'booked' };
  expect(payments.isSealed(noted)).toBe(true);
  expect(payments.proved(noted)).toBe(noted);
});

test.each<[string, Payment & { seal?: string }]>([
  ['another id', { ...payment, _id: 'pay_2' }],
  ['another value', { ...payment, amountMicroUsdc: 6n }],
  ['the seal of another one', { ...payment, seal: payments.seal({ ...made, _id: 'pay_2' }) }],
  ['a seal of another kind', { ...payment, seal: sealsOf('order').seal(made) }],
  ['no seal', made],
])('a record with %s is not proved, and its refusal names it', (_, record) => {
  expect(payments.isSealed(record)).toBe(false);
  expect(() => payments.proved(record)).toThrow(SealBrokenError);
  expect(() => payments.proved(record)).toThrow(`payment ${record._id} is not as the service wrote it`);
});
