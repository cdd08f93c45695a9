import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Order } from '../../transactions/index.js';
import { checkPrices } from './price-band.js';
import { atOnce, rejection, TradedVenue } from './traded-venue.fixture.js';

let venue: TradedVenue;

beforeEach(() => {
  venue = new TradedVenue();
});
afterEach(() => venue.close());

/** Checks an order at a share of the price now, in percent. */
const check = (percent: number, fields: Partial<Order> = {}) => {
  const order = venue.order({ price: Math.round((venue.price() * percent) / 100), ...fields });
  const head = { accountIndex: 3, apiKeyIndex: 4, expiredAt: venue.nowMs, nonce: 0n, attributes: {} };
  checkPrices({ ...head, kind: 'createOrder', order }, venue.markets, venue.nowMs);
};

test('a limit order takes at most five percent beyond the mark price', () => {
  const refused = { code: 21_734, message: 'limit order price is too far from the mark price', status: 400 };
  expect(rejection(() => check(106))).toMatchObject(refused);
  expect(rejection(() => check(94, { isAsk: true }))).toMatchObject(refused);
  expect(rejection(() => check(94, { isAsk: true, ...atOnce }))).toMatchObject(refused);
  for (const [percent, isAsk] of [
    [104, false],
    [1, false],
    [96, true],
    [300, true],
  ] as const)
    expect(() => check(percent, { isAsk })).not.toThrow();
});

test('orders to the market, and stops, say with their price what they allow', () => {
  expect(() => check(200, { type: 'market', ...atOnce })).not.toThrow();
  expect(() => check(1, { type: 'stopLoss', isAsk: true })).not.toThrow();
});
