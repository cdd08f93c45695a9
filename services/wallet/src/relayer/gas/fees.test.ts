import { expect, test } from '@jest/globals';
import { firstFees, replacingFees } from './fees.js';

const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas = 1n) => ({ maxFeePerGas, maxPriorityFeePerGas });

test('a first version offers half as much again as is asked, and never more than may be paid', () => {
  expect(firstFees(fees(100n, 10n), 1_000n)).toEqual(fees(150n, 15n));
  expect(firstFees(fees(100n, 90n), 120n)).toEqual(fees(120n, 120n));
  expect(firstFees(fees(100n), 100n)).toEqual(fees(100n, 2n));
  expect(firstFees(fees(101n), 100n)).toBeUndefined();
});

test('a replacement offers a quarter more than what it replaces, or what is asked now, and never more than may be paid', () => {
  expect(replacingFees(fees(10n), fees(100n, 4n), 1_000n)).toEqual(fees(125n, 5n));
  expect(replacingFees(fees(400n), fees(100n, 4n), 1_000n)).toEqual(fees(600n, 5n));
  expect(replacingFees(fees(900n), fees(100n, 4n), 1_000n)).toEqual(fees(1_000n, 5n));
  expect(replacingFees(fees(10n), fees(801n), 1_000n)).toBeUndefined();
});
