import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseLosslessly } from '../../http/index.js';
import { candles, fundings, listedOrders, nextNonce, orderBookDetails, streamMessage } from './index.js';

/** Answers drawn at random, as text: a failure prints the seed and the smallest answer that shows it. */

const MINUTE_MS = 60_000;
const HOUR_S = 3_600;
const FIRST_MS = Date.UTC(2025, 0, 17);
const LARGEST = 2n ** 63n - 1n;
const ofMinute = candles('1m', MINUTE_MS);
/** Odd things that may stand where a row is expected: nothing of them is a row, whatever the venue's form becomes. */
const odd = fc.oneof(
  fc.constantFrom(null, true, 'row', '', [], {}, 0, -1),
  fc.record({ t: fc.constant(FIRST_MS + 1), o: fc.anything({ maxDepth: 1 }) }),
  fc.record({ timestamp: fc.constantFrom(-HOUR_S, 1, null), rate: fc.constantFrom('1', '-1', '', 'NaN', 'Infinity') }),
);
/** A decimal as the venue writes it: digits, and a part behind the point of a fixed length. */
const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.nat(10))
  .map(([units, decimals]) => written(units, decimals));

/** Writes units of a decimal place, as `12.3400`. */
function written(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Writes an answer as JSON; integers of any size keep their digits. */
function textOf(answer: unknown): string {
  const marked = JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? `<${value}>` : value));
  return marked.replaceAll(/"<(\d+)>"/g, '$1');
}

const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
const soundCandle = fc
  .record({ prices: fc.tuple(price, price, price, price), volume: fc.bigInt({ min: 1n, max: LARGEST }) })
  .map(({ prices, volume }) => {
    const [low = 0, open = 0, close = 0, high = 0] = [...prices].sort((left, right) => left - right);
    return { o: open, h: high, l: low, c: close, v: volume };
  });

/** Puts odd items between sound ones, at the drawn places. */
function mixed<Item>(sound: readonly Item[], odds: readonly { place: number; item: unknown }[]): unknown[] {
  const items: unknown[] = [...sound];
  for (const { place, item } of odds) items.splice(place % (items.length + 1), 0, item);
  return items;
}
const odds = fc.array(fc.record({ place: fc.nat(), item: odd }), { maxLength: 6 });

describe('drawn answers', () => {
  test('of candles lose exactly what is odd, and no digit of the others', () => {
    fc.assert(
      fc.property(fc.array(soundCandle, { maxLength: 12 }), odds, (sound, oddItems) => {
        const rows = sound.map((candle, index) => ({ t: FIRST_MS + index * MINUTE_MS, ...candle }));
        const read = ofMinute.parse(parseLosslessly(textOf({ code: 200, r: '1m', c: mixed(rows, oddItems) })));
        expect(read.malformed).toHaveLength(oddItems.length);
        expect(read.rows).toEqual(
          rows.map(({ t, o, h, l, c, v }) => ({ openMs: t, open: o, high: h, low: l, close: c, volume: Number(v) })),
        );
      }),
    );
  });

  test('of candles never show a high or low that its prices contradict', () => {
    fc.assert(
      fc.property(fc.tuple(price, price, price, price), ([o, h, l, c]) => {
        const isSound = l <= Math.min(o, c) && h >= Math.max(o, c);
        const read = ofMinute.parse({ code: 200, r: '1m', c: [{ t: FIRST_MS, o, h, l, c, v: 1 }] });
        expect([read.rows.length, read.malformed.length]).toEqual(isSound ? [1, 0] : [0, 1]);
      }),
    );
  });

  test('of funding are the shifted decimal with the sign of who paid, and lose exactly what is odd', () => {
    const payment = fc.record({
      units: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      decimals: fc.nat(8),
      direction: fc.constantFrom('long', 'short'),
    });
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 12 }), odds, (payments, oddItems) => {
        const rows = payments.map(({ units, decimals, direction }, index) => ({
          ...{ timestamp: FIRST_MS / 1_000 + index * HOUR_S, value: '0.1', direction },
          rate: written(units, decimals),
        }));
        const read = fundings.parse(parseLosslessly(textOf({ code: 200, fundings: mixed(rows, oddItems) })));
        expect(read.malformed).toHaveLength(oddItems.length);
        // Two places further right, as text: no sum or quotient has rounded it.
        const rates = payments.map(({ units, decimals, direction }) => {
          const fraction = Number(written(units, decimals + 2));
          return direction === 'long' ? fraction : -fraction;
        });
        expect(read.rows.map(({ rate }) => rate)).toEqual(rates);
      }),
    );
  });
});

describe('drawn markets', () => {
  const market = fc.record({
    market_id: fc.integer({ min: 0, max: 254 }),
    symbol: fc.stringMatching(/^[A-Z0-9]{1,20}$/),
    size_decimals: fc.nat(18),
    price_decimals: fc.nat(18),
    min_initial_margin_fraction: fc.integer({ min: 1, max: 10_000 }),
    mark_price: decimal,
    min_quote_amount: decimal,
    open_interest: fc.bigInt({ min: 0n, max: LARGEST }),
  });

  test('keep their decimals and the digits of their prices, and an odd one costs itself', () => {
    fc.assert(
      fc.property(fc.array(market, { maxLength: 8 }), odds, (markets, oddItems) => {
        const listed = markets.map((each) => ({ ...each, market_type: 'perp', status: 'active', last_trade_price: 1 }));
        const details = mixed(listed, oddItems);
        const read = orderBookDetails.parse(parseLosslessly(textOf({ code: 200, order_book_details: details })));
        expect(read.omitted).toHaveLength(oddItems.length);
        expect(
          read.listed.map((each) => ({
            ...{ market_id: each.marketId, symbol: each.market, size_decimals: each.sizeDecimals },
            ...{ price_decimals: each.priceDecimals, mark_price: each.markPrice, min_quote_amount: each.minOrderUsd },
            ...{ leverage: each.maxLeverage, open_interest: each.ticker.openInterest },
          })),
        ).toEqual(
          markets.map(({ min_initial_margin_fraction, open_interest, ...each }) => ({
            ...each,
            ...{ leverage: Math.floor(10_000 / min_initial_margin_fraction), open_interest: Number(open_interest) },
          })),
        );
      }),
    );
  });
});

describe('integers beyond 2^53', () => {
  const integer = fc.bigInt({ min: 1n, max: LARGEST });

  test('of orders keep every digit, and so do sizes and prices', () => {
    const order = fc.record({
      index: integer,
      clientIndex: integer,
      size: decimal,
      price: decimal,
      isAsk: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(order, { maxLength: 8 }), odds, (orders, oddItems) => {
        const rows = orders.map(({ index, clientIndex, size, price: limit, isAsk }) => ({
          ...{ order_index: index, client_order_index: clientIndex, is_ask: isAsk, type: 'limit', price: limit },
          ...{ trigger_price: '0', initial_base_amount: size, remaining_base_amount: size, reduce_only: false },
          created_at: FIRST_MS,
        }));
        const read = listedOrders.parse(parseLosslessly(textOf({ code: 200, orders: mixed(rows, oddItems) })));
        expect(read.malformedCount).toBe(oddItems.length);
        expect(read.orders.map((each) => [each.id, each.clientOrderId, each.size, each.limitPrice])).toEqual(
          orders.map((each) => [String(each.index), String(each.clientIndex), each.size, each.price]),
        );
      }),
    );
  });

  test('of trades and books of the WebSocket keep every digit', () => {
    fc.assert(
      fc.property(integer, integer, integer, (id, nonce, beginNonce) => {
        const trade = { trade_id: id, price: '1.5', size: '2', timestamp: FIRST_MS, is_maker_ask: true };
        const trades = { type: 'update/trade', channel: 'trade:0', trades: [trade], liquidation_trades: null };
        expect(streamMessage.parse(parseLosslessly(textOf(trades)))).toMatchObject({
          trades: { valid: [{ id: String(id) }] },
        });
        const order_book = { asks: [], bids: [], nonce, begin_nonce: beginNonce };
        const book = { type: 'update/order_book', channel: 'order_book:0', timestamp: FIRST_MS, order_book };
        expect(streamMessage.parse(parseLosslessly(textOf(book)))).toMatchObject({
          order_book: { nonce: String(nonce), begin_nonce: String(beginNonce) },
        });
      }),
    );
  });

  test('as a nonce, which never has them, are refused rather than rounded', () => {
    fc.assert(
      fc.property(integer, (nonce) => {
        const read = nextNonce.safeParse(parseLosslessly(textOf({ code: 200, nonce })));
        expect(read.data).toBe(nonce <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(nonce) : undefined);
      }),
    );
  });
});
