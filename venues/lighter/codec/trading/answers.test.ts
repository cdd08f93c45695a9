import { describe, expect, test } from '@jest/globals';
import {
  accountLeverages,
  hasFilled,
  isRefusal,
  isVenuesEnd,
  mainAccount,
  nextNonce,
  sentTransaction,
  shownOrders,
  shownTransaction,
  venueTime,
} from '../index.js';

const HASH = 'ab'.repeat(40);
const transaction = {
  ...{ code: 200, hash: HASH, type: 14, info: '{}', event_info: '{"ae":""}', status: 2, transaction_index: 0 },
  ...{ l1_address: '0x1', account_index: 12, nonce: 0, expire_at: 1_797_000_000_000, block_height: 1, queued_at: 1 },
  ...{ executed_at: 1_796_999_999_000, sequence_index: 1, parent_hash: '', api_key_index: 4, transaction_time: 1 },
};
const order = {
  ...{ order_index: '562949953421312', client_order_index: 7, market_index: 0, status: 'filled' },
  ...{ filled_base_amount: '0.0100', filled_quote_amount: '25.000000' },
};

describe('a transaction', () => {
  test.each([
    [0, 'failed'],
    [1, 'pending'],
    [2, 'executed'],
    [3, 'executed'],
  ])('of status %i is %s', (status, state) => {
    const shown = shownTransaction.parse({ ...transaction, status });
    expect(shown).toMatchObject({ state, hash: `0x${HASH}`, nonce: 0, accountIndex: 12, apiKeyIndex: 4 });
  });

  test.each([
    [
      '{"ae":"{\\"code\\":21733,\\"message\\":\\"order price flagged\\"}"}',
      '{"code":21733,"message":"order price flagged"}',
    ],
    ['{"ae":""}', undefined],
    ['{"m":0}', undefined],
    ['', undefined],
    ['{"ae":5}', undefined],
  ])('says in %p what was not done', (event_info, error) => {
    expect(shownTransaction.parse({ ...transaction, event_info }).error).toBe(error);
  });

  test.each<[string, object]>([
    ['another status', { status: 4 }],
    ['no status', { status: undefined }],
    ['no nonce', { nonce: undefined }],
    ['a hash that is none', { hash: 'ab' }],
    ['another code', { code: 21_500 }],
  ])('with %s is refused', (_what, change) => {
    expect(shownTransaction.safeParse({ ...transaction, ...change }).success).toBe(false);
  });

  test('that was sent is named by its hash', () => {
    expect(sentTransaction.safeParse({ code: 200, tx_hash: HASH, predicted_execution_time_ms: 5 }).success).toBe(true);
    expect(sentTransaction.safeParse({ code: 200 }).success).toBe(false);
    expect(sentTransaction.safeParse({ code: 21_733, tx_hash: HASH }).success).toBe(false);
  });
});

describe('an account', () => {
  test("is the address's own, and no sub-account", () => {
    const sub_accounts = [
      { account_type: 1, index: 5 },
      { account_type: 0, index: 12 },
    ];
    const answer = { code: 200, l1_address: '0x1' };
    expect(mainAccount.parse({ ...answer, sub_accounts })).toBe(12);
    expect(mainAccount.parse({ ...answer, sub_accounts: sub_accounts.slice(0, 1) })).toBeUndefined();
  });

  test('has the leverages that can be read', () => {
    const positions = [
      { market_id: 0, initial_margin_fraction: '20.00' },
      { market_id: 1, initial_margin_fraction: '0.00' },
      { market_id: 2 },
      null,
    ];
    expect(accountLeverages.parse({ code: 200, accounts: [{ positions }] })).toEqual(new Map([[0, 5]]));
    expect(accountLeverages.parse({ code: 200, accounts: [{ positions: null }] }).size).toBe(0);
    expect(accountLeverages.safeParse({ code: 200, accounts: [] }).success).toBe(false);
  });

  test('has orders, of which a malformed one affects no other and is counted', () => {
    const { orders, malformedCount } = shownOrders.parse({ code: 200, orders: [{ status: 'open' }, order] });
    expect([orders, malformedCount]).toEqual([[{ ...order, client_order_index: '7' }], 1]);
    expect(shownOrders.parse({ code: 200, orders: null })).toEqual({ orders: [], malformedCount: 0 });
    expect(orders.map(hasFilled)).toEqual([true]);
  });

  test.each([
    ['canceled-too-much-slippage', true],
    ['canceled-post-only', true],
    ['canceled-expired', false],
    ['canceled-oco', false],
    ['canceled', false],
    ['open', false],
  ])('whose order is %s: it could not be carried out is %p', (status, isIt) => {
    const [shown] = shownOrders.parse({ code: 200, orders: [{ ...order, status }] }).orders;
    expect(shown && isVenuesEnd(shown)).toBe(isIt);
  });
});

test("the venue's clock and a key's next nonce are whole numbers", () => {
  expect(venueTime.parse({ status: 200, network_id: 304, timestamp: 1_797_000_000 })).toBe(1_797_000_000_000);
  expect(nextNonce.parse({ code: 200, nonce: 0 })).toBe(0);
  expect(nextNonce.safeParse({ code: 200, nonce: '9007199254740993' }).success).toBe(false);
});

test.each([
  [21_701, true],
  [21_733, true],
  [21_739, true],
  [21_120, true],
  [23_000, true],
  // It may be this very transaction that has used the nonce.
  [21_104, false],
  [21_500, false],
  [21_502, false],
  [29_500, false],
  [400, false],
  [200, false],
])('code %i is a verdict that nothing was done: %p', (code, isIt) => {
  expect(isRefusal(code)).toBe(isIt);
});
