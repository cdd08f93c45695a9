import { expect, test } from '@jest/globals';
import { firstAmount, setUpFault, shortageOf } from './set-up-amount.js';

test.each<[string, string | undefined, RegExp | undefined]>([
  ['60.5', '100.00', undefined],
  ['60,5', '100.00', /60\.5/],
  ['abc', '100.00', /number above zero/],
  ['120', '100.00', /There is 100\.00 USD/],
  ['120', undefined, undefined],
  ['49.99', '100.00', /at least 50\.00 USD/],
])('%s of %s that is free', (amountUsd, freeUsd, expected) => {
  const fault = setUpFault(amountUsd, { minimumUsd: '50.00', freeUsd });
  if (expected === undefined) expect(fault).toBe(undefined);
  else expect(fault).toMatch(expected);
});

test('where too little is free that is said', () => {
  expect(shortageOf('50.00', '40.00')).toMatch(/at least 50\.00 USD, and 40\.00 USD are free/);
  expect([shortageOf('50.00', '50.00'), shortageOf('50.00', undefined)]).toEqual([undefined, undefined]);
});

test('the smallest amount is offered only where it is there', () => {
  expect([firstAmount('50.00', '40.00'), firstAmount('50.00', '50.00'), firstAmount('50.00', undefined)]).toEqual([
    '',
    '50.00',
    '50.00',
  ]);
});
