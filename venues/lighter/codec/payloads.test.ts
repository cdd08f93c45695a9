import { describe, expect, test } from '@jest/globals';
import { candles, fundings, orderBookDetails } from './index.js';

const MINUTE_MS = 60_000;
const candle = { t: 1_700_000_040_000, o: 10, h: 12, l: 9, c: 11, v: 1.5, V: 16, i: 7 };
const ofMinute = candles('1m', MINUTE_MS);
const answer = (...rows: object[]) => ({ code: 200, r: '1m', c: rows });

describe('candles', () => {
  test('are taken, a volume of zero being left out of the answer', () => {
    const { v: _none, ...quiet } = { ...candle, t: candle.t + MINUTE_MS };
    expect(ofMinute.parse(answer(candle, quiet)).rows.map(({ openMs, volume }) => [openMs, volume])).toEqual([
      [candle.t, 1.5],
      [candle.t + MINUTE_MS, 0],
    ]);
  });

  test('may be none', () => {
    expect(ofMinute.parse({ code: 200, r: '1m', c: null })).toEqual({ rows: [], malformed: [] });
    expect(ofMinute.parse(answer())).toEqual({ rows: [], malformed: [] });
  });

  test.each<[string, object]>([
    ['another code', { ...answer(candle), code: 29500 }],
    ['another resolution', { ...answer(candle), r: '5m' }],
    ['no list', { code: 200, r: '1m' }],
  ])('with %s are refused', (_, wrong) => {
    expect(ofMinute.safeParse(wrong).success).toBe(false);
  });

  test.each<[string, object]>([
    ['a time off the resolution', { t: candle.t + MINUTE_MS + 1 }],
    ['a price of nothing', { o: undefined }],
    ['a price of null', { h: null }],
    ['a price as text', { c: '11' }],
    ['a price of zero', { l: 0 }],
    ['a price beyond all numbers', { h: Number.POSITIVE_INFINITY }],
    ['a high below the low', { h: 8 }],
    ['a negative volume', { v: -1 }],
    ['a volume of null', { v: null }],
    ['a low above the open', { l: 10.5 }],
  ])('with %s are named, and the others taken', (_, change) => {
    const malformed = { ...candle, t: candle.t + MINUTE_MS, ...change };
    const read = ofMinute.parse(answer(candle, malformed));
    expect(read.rows.map(({ openMs }) => openMs)).toEqual([candle.t]);
    expect(read.malformed).toEqual([{ timeMs: malformed.t, reason: expect.any(String) }]);
  });

  test.each<[string, unknown]>([
    ['no object', null],
    ['a text', 'odd'],
    ['a list', []],
    ['a candle without a time', { ...candle, t: undefined }],
    ['a time as text', { ...candle, t: '1700000040000' }],
    ['a time beyond 2^53', { ...candle, t: '9223372036854775807' }],
  ])('between which stands %s are taken, and its time is unknown', (_, odd) => {
    const read = ofMinute.parse({ code: 200, r: '1m', c: [odd, candle] });
    expect(read.rows).toHaveLength(1);
    expect(read.malformed).toEqual([{ timeMs: undefined, reason: expect.any(String) }]);
  });

  test('of which one without a time stands where one is missing name that time', () => {
    const [before, after] = [candle, { ...candle, t: candle.t + 2 * MINUTE_MS }];
    const read = ofMinute.parse({ code: 200, r: '1m', c: [before, null, after] });
    expect(read.malformed).toEqual([{ timeMs: candle.t + MINUTE_MS, reason: expect.any(String) }]);
  });

  test('may have fields that nobody knows, and a volume beyond 2^53', () => {
    const read = ofMinute.parse(answer({ ...candle, v: '9223372036854775807', new: { field: [] } }));
    expect(read).toMatchObject({ rows: [{ volume: 2 ** 63 }], malformed: [] });
  });
});

describe('funding', () => {
  const paid = { timestamp: 1_778_702_400, value: '0.02707872', rate: '0.0012', direction: 'long' };

  test('is a fraction, positive where longs paid', () => {
    const received = { ...paid, timestamp: paid.timestamp + 3_600, rate: '0.0002', direction: 'short' };
    expect(fundings.parse({ code: 200, fundings: [paid, received] })).toEqual({
      rows: [
        { hourMs: 1_778_702_400_000, rate: 0.000012 },
        { hourMs: 1_778_706_000_000, rate: -0.000002 },
      ],
      malformed: [],
    });
  });

  test.each([
    ['a side that is none', { ...paid, direction: 'both' }],
    ['a signed rate', { ...paid, rate: '-0.1' }],
    ['half an hour', { ...paid, timestamp: paid.timestamp + 1_800 }],
    ['a rate as number', { ...paid, rate: 0.0012 }],
    ['a rate of null', { ...paid, rate: null }],
    ['a rate beyond all numbers', { ...paid, rate: '9'.repeat(400) }],
  ])('with %s is named, and the others taken', (_, wrong) => {
    const { rows, malformed } = fundings.parse({
      code: 200,
      fundings: [wrong, { ...paid, timestamp: paid.timestamp + 7_200 }],
    });
    expect([rows.length, malformed]).toEqual([1, [{ timeMs: wrong.timestamp * 1_000, reason: expect.any(String) }]]);
  });
});

describe('a listing', () => {
  const listed = {
    symbol: 'ETH',
    market_id: 0,
    market_type: 'perp',
    status: 'active',
    min_quote_amount: '10.000000',
    size_decimals: 4,
    price_decimals: 2,
    min_initial_margin_fraction: 200,
    last_trade_price: 2361.31,
    open_interest: 12.5,
    daily_quote_token_volume: 'malformed',
  };
  const statusOf = (fields: object) =>
    orderBookDetails.parse({ code: 200, order_book_details: [{ ...listed, ...fields }] }).listed[0]?.status;

  test('has the leverage that the smallest margin allows', () => {
    expect(orderBookDetails.parse({ code: 200, order_book_details: [listed] }).listed).toEqual([
      {
        marketId: 0,
        market: 'ETH',
        symbol: 'ETH-PERP.LIGHTER',
        status: 'active',
        sizeDecimals: 4,
        priceDecimals: 2,
        maxLeverage: 50,
        markPrice: '2361.31',
        minOrderUsd: '10.000000',
        ticker: { openInterest: 12.5 },
      },
    ]);
  });

  test.each<[string, unknown]>([
    ['without decimals', { ...listed, size_decimals: undefined }],
    ['with decimals beyond 2^53', { ...listed, price_decimals: '9223372036854775807' }],
    ['of an unknown type', { ...listed, market_type: 'option' }],
    ['without a status', { ...listed, status: undefined }],
    ['without a name', { ...listed, symbol: '' }],
    ['whose name fits into no symbol', { ...listed, symbol: 'E T H' }],
    ['with a price below zero', { ...listed, last_trade_price: -1 }],
    ['with a price of null', { ...listed, last_trade_price: null }],
    ['with a price that is no number', { ...listed, mark_price: 'NaN' }],
    ['with a leverage of nothing', { ...listed, min_initial_margin_fraction: 0 }],
    ['that is none', [null]],
  ])('leaves out a market %s', (_, odd) => {
    const read = orderBookDetails.parse({ code: 200, order_book_details: [odd, { ...listed, extra: 1 }] });
    expect([read.listed.map(({ market }) => market), read.omitted.length]).toEqual([['ETH'], 1]);
  });

  test('passes over a spot market between the perpetuals', () => {
    const spot = { symbol: 'ETH/USDC', market_id: 2_048, market_type: 'spot' };
    const read = orderBookDetails.parse({ code: 200, order_book_details: [spot, listed] });
    expect([read.listed.map(({ market }) => market), read.omitted]).toEqual([['ETH'], []]);
  });

  test('leaves out a malformed market alone, and says why', () => {
    const malformed = { ...listed, symbol: 'ODD', min_initial_margin_fraction: 0 };
    const read = orderBookDetails.parse({ code: 200, order_book_details: [malformed, listed, null] });
    expect(read.listed.map(({ market }) => market)).toEqual(['ETH']);
    expect(read.omitted).toEqual([
      expect.stringContaining('at min_initial_margin_fraction'),
      expect.stringContaining('at top'),
    ]);
  });

  test('tells what trades, what may not be traded now, and what is over', () => {
    expect(['active', 'inactive', 'settled', 'in-settlement'].map((status) => statusOf({ status }))).toEqual([
      'active',
      'closed',
      'closed',
      'halted',
    ]);
    expect(statusOf({ is_frozen: true })).toBe('halted');
  });
});
