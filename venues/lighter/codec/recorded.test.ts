import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  accountLeverages,
  candles,
  fundings,
  heldAccount,
  listedOrders,
  nextNonce,
  orderBookDetails,
  shownOrders,
  streamMessage,
} from './index.js';

/** Answers of the real venue, read where they lie beside the repository. */
const FIXTURES = new URL(
  '../../../../shared/data/fixtures/nautilus/crates/adapters/lighter/test_data/',
  import.meta.url,
);
const answerOf = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8'));

(existsSync(FIXTURES) ? describe : describe.skip)('answers of the real venue', () => {
  test('markets are taken', () => {
    const { listed, omitted } = orderBookDetails.parse(answerOf('http_order_book_details.json'));
    const [eth] = listed;
    expect(omitted).toEqual([]);
    expect(eth).toMatchObject({ market: 'ETH', marketId: 0, status: 'active', maxLeverage: 50, markPrice: '2361.31' });
  });

  test('candles are taken, and their absence', () => {
    const answer = answerOf('http_candles.json') as { c: { t: number }[] };
    // The example's times are not of whole minutes: they are moved onto them.
    const c = answer.c.map((candle) => ({ ...candle, t: candle.t - (candle.t % 60_000) }));
    expect(candles('1m', 60_000).parse({ ...answer, c })).toMatchObject({ rows: [{}, {}], malformed: [] });
    expect(candles('1m', 60_000).parse(answerOf('http_candles_null.json'))).toEqual({ rows: [], malformed: [] });
  });

  test('funding is taken, with the sign of who paid', () => {
    expect(fundings.parse(answerOf('http_fundings.json'))).toEqual({
      rows: [
        { hourMs: 1_778_702_400_000, rate: 0.000012 },
        { hourMs: 1_778_706_000_000, rate: -0.000002 },
      ],
      malformed: [],
    });
  });

  test('an account, its orders and its next nonce are taken', () => {
    const account = heldAccount.parse(answerOf('http_account.json'));
    expect(account).toMatchObject({ accountIndex: 123_456, equityMicroUsdc: 0n, malformedCount: 0 });
    expect(account?.markets).toMatchObject([{ marketIndex: 1, symbol: 'BTC-PERP.LIGHTER', leverage: 10 }]);
    expect(accountLeverages.parse(answerOf('http_account.json'))).toEqual(new Map([[1, 10]]));
    const id = '281476929510110';
    const listed = { id, clientOrderId: '42', side: 'sell', limitPrice: '2352.74', size: '0.0050' };
    expect(listedOrders.parse(answerOf('http_orders.json'))).toMatchObject({ orders: [listed], malformedCount: 0 });
    expect(shownOrders.parse(answerOf('http_orders.json'))).toMatchObject({
      orders: [{ order_index: id, status: 'open', filled_base_amount: '0.0000' }],
      malformedCount: 0,
    });
    expect(nextNonce.parse(answerOf('http_next_nonce.json'))).toBe(1_234_567_890);
  });

  test.each([
    [
      'ws_order_book_subscribed.json',
      {
        channel: '0',
        order_book: { nonce: '904845', begin_nonce: '0', bids: { levels: [[2000, 0.02]], malformed: [] } },
      },
    ],
    [
      'ws_order_book_subscribed_empty.json',
      { channel: '39', order_book: { bids: { levels: [] }, asks: { levels: [] } } },
    ],
    ['ws_order_book_update.json', { channel: '0', order_book: { nonce: '9182390020', begin_nonce: '9182389998' } }],
    [
      'ws_candle_subscribed.json',
      {
        channel: { marketId: '0', resolution: '1m' },
        candles: { rows: [[1_778_821_440_000, 2264.2, 2264.34, 2263.36, 2263.97, 13.223699999999997]], malformed: [] },
      },
    ],
    ['ws_candle_update.json', { candles: { rows: [expect.any(Array)], malformed: [] } }],
    ['ws_trade_subscribed.json', { trades: { valid: [{ id: '16164557907', takerSide: 'sell' }], malformed: [] } }],
    ['ws_trade_update.json', { trades: { valid: [{ id: '16164557907', price: 2181.83, size: 0.1336 }] } }],
  ])('a message of its WebSocket is taken: %s', (name, taken) => {
    expect(streamMessage.parse(answerOf(name))).toMatchObject(taken);
  });
});
