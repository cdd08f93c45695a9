import { expect, test } from '@jest/globals';
import { exchangeWeight, infoWeight } from './index.js';

test.each([
  ['clearinghouseState', 0, 2],
  ['userRole', 0, 60],
  ['meta', 0, 20],
  ['somethingNew', 0, 20],
  ['candleSnapshot', 5_000, 104],
  ['candleSnapshot', 1, 21],
  ['userNonFundingLedgerUpdates', 41, 23],
  ['meta', 500, 20],
])('%s with %i items costs %i', (type, items, weight) => {
  expect(infoWeight(type, items)).toBe(weight);
});

test.each([
  [{ type: 'scheduleCancel' }, 1],
  [{ type: 'order', orders: Array(39) }, 1],
  [{ type: 'cancel', cancels: Array(40) }, 2],
  [{ type: 'batchModify', modifies: Array(85) }, 3],
])('an action of %j costs %i', (action, weight) => {
  expect(exchangeWeight(action)).toBe(weight);
});
