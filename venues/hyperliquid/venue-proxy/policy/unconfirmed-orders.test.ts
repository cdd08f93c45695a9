import { expect, test } from '@jest/globals';
import { UnconfirmedOrders } from './unconfirmed-orders.js';

const LAG_MS = 3_000;
const order = (oid: number, usdc: bigint) => ({ oid, cloid: null, coin: 'ETH', valueMicroUsdc: usdc });
const sent = (oid: number | undefined, usdc: bigint, untilMs: number) => ({
  ...{ oid, coin: 'ETH', valueMicroUsdc: usdc, untilMs },
  isKnown: oid !== undefined,
  rests: false,
});
const sum = (entries: readonly { valueMicroUsdc: bigint }[]) =>
  entries.reduce((all, { valueMicroUsdc }) => all + valueMicroUsdc, 0n);

test('what was placed counts until it is listed, or reads must show what became of it', () => {
  const unconfirmed = new UnconfirmedOrders();
  unconfirmed.add(sent(1, 40n, 3_000));
  unconfirmed.add(sent(2, 50n, 3_000));
  unconfirmed.add(sent(undefined, 7n, 9_000));
  expect(sum(unconfirmed.beside([], 0, LAG_MS))).toBe(97n);
  expect(sum(unconfirmed.beside([order(1, 40n)], 1_000, LAG_MS))).toBe(57n);
  expect(sum(unconfirmed.beside([order(1, 40n)], 3_000, LAG_MS))).toBe(7n);
  expect(sum(unconfirmed.beside([order(1, 40n)], 9_000, LAG_MS))).toBe(0n);
});

test('an order that is listed no more counts on: its position may be told by a node that lags', () => {
  const unconfirmed = new UnconfirmedOrders();
  unconfirmed.beside([order(1, 40n)], 0, LAG_MS);
  expect(sum(unconfirmed.beside([], 2_999, LAG_MS))).toBe(40n);
  expect(sum(unconfirmed.beside([], 5_998, LAG_MS))).toBe(40n);
  expect(sum(unconfirmed.beside([], 5_999, LAG_MS))).toBe(0n);
});

test('so does one that was listed long ago, or never, and may have filled just now', () => {
  const unconfirmed = new UnconfirmedOrders();
  unconfirmed.beside([order(1, 40n)], 0, LAG_MS);
  unconfirmed.add({ ...sent(2, 50n, 3_000), rests: true });
  expect(sum(unconfirmed.beside([], 1_000, LAG_MS))).toBe(90n);
  expect(sum(unconfirmed.beside([], 60_000, LAG_MS))).toBe(50n);
  expect(sum(unconfirmed.beside([], 62_999, LAG_MS))).toBe(50n);
  expect(sum(unconfirmed.beside([], 63_000, LAG_MS))).toBe(0n);
});

test('so does the part of an order that has filled', () => {
  const unconfirmed = new UnconfirmedOrders();
  unconfirmed.beside([order(1, 40n)], 0, LAG_MS);
  expect(sum(unconfirmed.beside([order(1, 15n)], 1_000, LAG_MS))).toBe(25n);
  expect(sum(unconfirmed.beside([order(1, 15n)], 2_000, LAG_MS))).toBe(25n);
  expect(sum(unconfirmed.beside([order(1, 15n)], 4_000, LAG_MS))).toBe(0n);
});
