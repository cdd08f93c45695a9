import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  canceledOrders,
  isMatched,
  isTradeOf,
  oneOrder,
  openOrdersPage,
  orderStateOf,
  postedOrder,
  settlementOf,
  tradesPage,
} from './answers.js';
import { marketFacts, orderVersion, venueTime } from './market-facts.js';
import { isRefusal } from './refusals.js';

const ID = `0x${'ab'.repeat(32)}`;

test.each([
  ['LIVE', 'live'],
  ['ORDER_STATUS_MATCHED', 'matched'],
  ['delayed', 'delayed'],
  ['UNMATCHED', 'unmatched'],
  ['CANCELED', 'canceled'],
  ["CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.", 'canceled'],
  ['ORDER_STATUS_CANCELED_MARKET_RESOLVED', 'ended'],
  ['EXPIRED', 'ended'],
  ['INVALID', 'ended'],
  ['LIVELY', 'other'],
])('an order shown as %s is %s', (status, state) => {
  expect(orderStateOf({ status })).toBe(state);
});

describe('an order’s settlement', () => {
  const trades = (...states: ('failed' | 'retrying' | 'matched' | 'mined' | 'confirmed')[]) =>
    states.map((status) => ({ status }));

  test.each([
    [trades(), undefined],
    [trades('confirmed'), 'confirmed'],
    [trades('confirmed', 'mined'), 'mined'],
    [trades('matched', 'mined'), 'matched'],
    [trades('matched', 'retrying'), 'retrying'],
    [trades('confirmed', 'failed'), 'failed'],
  ])('of %j is that of its least final trade: %s', (all, state) => {
    expect(settlementOf(all)).toBe(state);
  });

  test('is of the trades that name it, on either side', () => {
    const raw = { id: 't', status: 'TRADE_STATUS_MATCHED_NOT_BROADCASTED', taker_order_id: ID, maker_orders: [] };
    const made = { ...raw, taker_order_id: '0x1', maker_orders: [{ order_id: ID }] };
    const other = { ...raw, taker_order_id: '0x1' };
    const { entries } = tradesPage.parse({ data: [raw, made, other], next_cursor: 'LTE=' });
    expect(entries.map((trade) => isTradeOf(trade, ID))).toEqual([true, true, false]);
    expect(settlementOf(entries)).toBe('matched');
  });
});

test('a page with an entry that cannot be read is refused: it may be the one that is looked for', () => {
  expect(tradesPage.safeParse({ data: [{ id: 't' }], next_cursor: 'LTE=' }).success).toBe(false);
  expect(openOrdersPage.parse({ data: [], next_cursor: 'MTAw' })).toEqual({ entries: [], nextCursor: 'MTAw' });
  expect(openOrdersPage.parse({ data: [], next_cursor: 'LTE=' }).nextCursor).toBeUndefined();
});

describe('what an order in a market depends on', () => {
  const raw = {
    ...{
      c: ID,
      t: [
        { t: '11', o: 'Yes' },
        { t: '12', o: 'No' },
      ],
      mts: 0.001,
      mos: 5,
      nr: true,
    },
    fd: { r: 0.07, e: 2, to: true },
  };

  test('is read', () => {
    expect(marketFacts.parse(raw)).toEqual({
      ...{ conditionId: ID, tickSize: '0.001', minimumSize: 5, isNegRisk: true },
      tokens: [
        { tokenId: 11n, outcome: 'Yes' },
        { tokenId: 12n, outcome: 'No' },
      ],
      takerFees: { rate: 0.07, exponent: 2 },
    });
  });

  test.each([
    ['no fee is known where makers pay too', { fd: { r: 0.07, e: 2, to: false } }, { takerFees: undefined }],
    ['no fee is known where none is named', { fd: undefined }, { takerFees: undefined }],
    ['a market without a word of negative risk has none', { nr: undefined }, { isNegRisk: false }],
    ['the finest tick is written as a number', { mts: 0.0001 }, { tickSize: '0.0001' }],
  ])('%s', (_what, change, expected) => {
    expect(marketFacts.parse({ ...raw, ...change })).toMatchObject(expected);
  });

  test('with a tick or a version that no client knows is refused', () => {
    expect(marketFacts.safeParse({ ...raw, mts: 0.02 }).success).toBe(false);
    expect(orderVersion.safeParse({ version: 4 }).success).toBe(false);
    expect([orderVersion.parse({ version: 3 }), venueTime.parse('1790000000')]).toEqual([3, 1_790_000_000]);
  });
});

describe('a verdict is', () => {
  test.each([
    `order ${ID} is invalid. Price (0.005) breaks minimum tick size rule: 0.01`,
    `order ${ID} is invalid. Size (1) lower than the minimum: 5`,
    'order is invalid. Price breaks minimum tick size rules',
    'invalid post-only order: order crosses book',
    'not enough balance / allowance',
    'not enough balance / allowance: the balance is not enough -> balance: 0, order amount: 5000000',
    'invalid expiration',
    'invalid amount for a marketable BUY order ($0.5), min size: $1',
    'invalid amounts, the buy orders maker amount supports a max accuracy of 4 decimals, taker amount a max of 2 decimals',
    'invalid amounts, the market buy orders maker amount supports a max accuracy of 2 decimals, taker amount a max of 4 decimals',
    "order couldn't be fully filled. FOK orders are fully filled or killed.",
    'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
    'the order signer address has to be the address of the API KEY',
    'order_version_mismatch',
    'already canceled or matched',
    "order can't be found - already canceled or matched",
    "matched orders can't be canceled",
    'Unauthorized/Invalid api key',
    'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.',
  ])('%s', (text) => {
    expect(isRefusal(text)).toBe(true);
  });

  test.each([
    `order ${ID} is invalid. Duplicated.`,
    'could not insert order',
    'could not run the execution',
    'order match delayed due to market conditions',
    'Internal server error',
    'Too Many Requests',
    'not enough balance / allowance\nand more',
    'invalid',
    '',
  ])('not %j', (text) => {
    expect(isRefusal(text)).toBe(false);
  });
});

/** Recorded answers of the real venue, read where the recordings lie beside the repository. */
const FIXTURES = new URL('../../../../../shared/data/fixtures/', import.meta.url);
const ANSWERS = new URL('nautilus/crates/adapters/polymarket/test_data/', FIXTURES);
const answer = (name: string): unknown => JSON.parse(readFileSync(new URL(name, ANSWERS), 'utf8'));

(existsSync(FIXTURES) ? describe : describe.skip)('answers recorded from the real venue are read', () => {
  test('orders', () => {
    const [open, filled] = ['http_open_order.json', 'http_open_order_sell_fok.json'].map((name) =>
      oneOrder.parse(answer(name)),
    );
    expect([open, filled].map((order) => order && [orderStateOf(order), isMatched(order)])).toEqual([
      ['live', true],
      ['matched', true],
    ]);
    expect(oneOrder.parse(null)).toBeUndefined();
    expect(JSON.stringify(open)).not.toContain('owner');
    expect(openOrdersPage.parse(answer('http_open_orders_page.json')).entries.map(isMatched)).toEqual([false, true]);
  });

  test('trades', () => {
    const { entries, nextCursor } = tradesPage.parse(answer('http_trades_page.json'));
    expect([settlementOf(entries), nextCursor]).toEqual(['mined', undefined]);
    const [trade] = tradesPage.parse({ data: [answer('http_trade_report.json')], next_cursor: 'LTE=' }).entries;
    expect(trade?.maker_orders).toHaveLength(2);
    expect(JSON.stringify([trade, entries])).not.toMatch(/owner|00000000-0000-0000-0000/);
  });

  test('posted and canceled orders', () => {
    expect(postedOrder.parse(answer('http_order_response_ok.json')).success).toBe(true);
    expect(postedOrder.parse(answer('http_order_response_failed.json')).success).toBe(false);
    expect(canceledOrders.parse(answer('http_batch_cancel_response.json')).canceled).toHaveLength(2);
    const { not_canceled } = canceledOrders.parse(answer('http_cancel_response_failed.json'));
    expect(Object.values(not_canceled ?? {}).every(isRefusal)).toBe(true);
  });
});
