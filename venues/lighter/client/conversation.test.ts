import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { LighterConversation } from './conversation.js';

const NOW_MS = 1_785_252_540_000;
const SAID_MS = 1_785_252_530_166;

const open = () => new LighterConversation(new ManualClock(NOW_MS));

/** Levels in the venue's spelling. */
const levels = (rows: readonly (readonly [price: string, size: string])[]) =>
  rows.map(([price, size]) => ({ price, size }));

const ASKS = levels([
  ['1914.28', '0.1021'],
  ['1914.42', '4.5605'],
]);
const BIDS = levels([
  ['1914.22', '0.1900'],
  ['1914.18', '8.5318'],
]);

/** A message of the venue's about market 0. */
function bookMessage(type: 'subscribed' | 'update', fields: object, timestamp = SAID_MS): string {
  const order_book = {
    code: 0,
    asks: [],
    bids: [],
    offset: 2_043_106,
    last_updated_at: 1_785_252_530_119_936,
    ...fields,
  };
  return JSON.stringify({
    channel: 'order_book:0',
    offset: 2_043_106,
    order_book,
    timestamp,
    type: `${type}/order_book`,
  });
}

const whole = bookMessage('subscribed', { asks: ASKS, bids: BIDS, nonce: 17_926_042_877, begin_nonce: 0 });
const STREAM = { kind: 'book', coin: '0' } as const;

describe('subscriptions', () => {
  test('are worded as the venue documents them', () => {
    const conversation = open();
    expect(JSON.parse(conversation.subscribe({ kind: 'candles', coin: '2048', timeframe: '1h' }))).toEqual({
      type: 'subscribe',
      channel: 'candle/2048/1h',
    });
    expect(JSON.parse(conversation.subscribe(STREAM))).toEqual({ type: 'subscribe', channel: 'order_book/0' });
    expect(JSON.parse(conversation.unsubscribe({ kind: 'trades', coin: '1' }))).toEqual({
      type: 'unsubscribe',
      channel: 'trade/1',
    });
    expect(JSON.parse(conversation.ping)).toEqual({ type: 'ping' });
  });

  test.each([
    ['the greeting', '{"session_id":"b23c70b2","type":"connected"}'],
    ['a ping', '{"type":"ping"}'],
    ['a pong', '{"type":"pong"}'],
    ['the end of a subscription', '{"type": "unsubscribed", "channel": "trade:0"}'],
    ['the end of one that never was', '{"error":{"code":30002,"message":"Not Subscribed to : trade:0"}}'],
  ])('%s tells nothing', (_what, message) => {
    expect(open().receive(message)).toEqual([]);
  });

  test.each([
    ['{"error":{"code":30005,"message":"Invalid Channel:  (marketId)"}}', '30005 Invalid Channel:  (marketId)'],
    ['{"error":{"code":30009,"message":"Too Many Websocket Messages!"}}', '30009 Too Many Websocket Messages!'],
  ])('%s is a refusal', (message, reason) => {
    expect(open().receive(message)).toEqual([{ kind: 'refused', reason }]);
  });

  test('the announced end of the connection is one', () => {
    const reason = 'the venue is about to close the connection';
    expect(open().receive('{"type":"shutdown","close_in_ms":5000}')).toEqual([{ kind: 'gap', reason }]);
  });

  test.each([
    'not json',
    '{"type":"unheard"}',
    '{"type":"update/order_book","channel":"order_book:0"}',
    '{"type":"update/trade","channel":"order_book:0","trades":[]}',
  ])('%s is not what the venue documents', (message) => {
    expect(() => open().receive(message)).toThrow();
  });
});

describe('an order book', () => {
  const update = (fields: object, timestamp = SAID_MS + 50) =>
    bookMessage('update', { nonce: 17_926_042_944, begin_nonce: 17_926_042_877, ...fields }, timestamp);

  test('begins with all its levels', () => {
    expect(open().receive(whole)).toEqual([
      { kind: 'begun', stream: STREAM },
      {
        kind: 'book',
        coin: '0',
        book: {
          atMs: SAID_MS,
          bids: [
            [1914.22, 0.19],
            [1914.18, 8.5318],
          ],
          asks: [
            [1914.28, 0.1021],
            [1914.42, 4.5605],
          ],
        },
      },
    ]);
  });

  test.each([
    ['has no size', { price: '1914.28', size: null }, [[1914.42, 4.5605]]],
    [
      'has no price',
      { price: '-1', size: '1' },
      [
        [1914.28, 0.1021],
        [1914.42, 4.5605],
      ],
    ],
  ])('shows no level that %s, and goes on', (_what, odd, asks) => {
    const conversation = open();
    conversation.receive(whole);
    const reason = expect.any(String);
    expect(conversation.receive(update({ asks: [odd] }))).toMatchObject([
      { kind: 'book', book: { asks } },
      { kind: 'malformed', stream: STREAM, reason },
    ]);
  });

  test('is kept over new, changed and vanished levels', () => {
    const conversation = open();
    conversation.receive(whole);
    const changes = {
      bids: levels([
        ['1914.25', '1.0000'],
        ['1914.22', '0.0000'],
        ['1913.00', '0.0000'],
        ['1914.18', '9.0000'],
      ]),
      asks: levels([['1914.30', '2.5000']]),
    };
    expect(conversation.receive(update(changes))).toEqual([
      {
        kind: 'book',
        coin: '0',
        book: {
          atMs: SAID_MS + 50,
          bids: [
            [1914.25, 1],
            [1914.18, 9],
          ],
          asks: [
            [1914.28, 0.1021],
            [1914.3, 2.5],
            [1914.42, 4.5605],
          ],
        },
      },
    ]);
    const next = update({ asks: levels([['1914.28', '0.0000']]), nonce: 17_926_043_003, begin_nonce: 17_926_042_944 });
    expect(conversation.receive(next)).toMatchObject([
      {
        book: {
          asks: [
            [1914.3, 2.5],
            [1914.42, 4.5605],
          ],
        },
      },
    ]);
  });

  test('has a gap where a change does not continue it', () => {
    const conversation = open();
    conversation.receive(whole);
    expect(conversation.receive(update({ begin_nonce: 17_926_042_900 }))).toEqual([
      { kind: 'gap', reason: 'changes of the order book of market 0 are missing' },
    ]);
  });

  test('is continued by numbers beyond 2^53, to the last digit', () => {
    const conversation = open();
    const numbered = (type: 'subscribed' | 'update', nonce: string, begin: string) =>
      bookMessage(type, { nonce: 'N', begin_nonce: 'B' }).replace('"N"', nonce).replace('"B"', begin);
    conversation.receive(numbered('subscribed', '9223372036854775806', '0'));
    const [continued] = conversation.receive(numbered('update', '9223372036854775807', '9223372036854775806'));
    expect(continued?.kind).toBe('book');
    const [other] = conversation.receive(numbered('update', '9223372036854775809', '9223372036854775808'));
    expect(other?.kind).toBe('gap');
  });

  test('is shown fifty levels deep', () => {
    const many = Array.from({ length: 300 }, (_, index) => [String(1_000 - index), '1'] as const);
    const message = bookMessage('subscribed', { bids: levels(many), nonce: 1, begin_nonce: 0 });
    const [, told] = open().receive(message);
    const bids = told?.kind === 'book' ? told.book.bids : [];
    expect([bids.length, bids[0], bids.at(-1)]).toEqual([50, [1_000, 1], [951, 1]]);
  });

  test('that does not change is said to hold with each pong', () => {
    const conversation = open();
    const [, told] = conversation.receive(whole);
    expect(conversation.receive('{"type":"pong"}')).toEqual([
      { ...told, book: { ...(told?.kind === 'book' && told.book), atMs: NOW_MS } },
    ]);
  });

  test('is forgotten with its subscription, and begins again with the next one', () => {
    const conversation = open();
    conversation.receive(whole);
    conversation.receive('{"type": "unsubscribed", "channel": "order_book:0"}');
    expect(conversation.receive(update({}))).toEqual([]);
    expect(conversation.receive('{"type":"pong"}')).toEqual([]);
    expect(conversation.receive(whole)).toHaveLength(2);
  });

  test('of a market without orders is empty', () => {
    const empty = bookMessage('subscribed', { asks: null, bids: null, nonce: 0, begin_nonce: 0 });
    expect(open().receive(empty)).toMatchObject([{ kind: 'begun' }, { book: { bids: [], asks: [] } }]);
  });
});

describe('candles', () => {
  const CANDLE = {
    t: 1_778_821_440_000,
    o: 2264.2,
    h: 2264.34,
    l: 2263.36,
    c: 2263.97,
    v: 13.2237,
    V: 29_934.6,
    i: 19_993_571_166,
  };
  const ROW = [CANDLE.t, 2264.2, 2264.34, 2263.36, 2263.97, 13.2237];
  const message = (type: 'subscribed' | 'update', candles: readonly object[] | null) =>
    JSON.stringify({ candles, channel: 'candle:0:1m', timestamp: CANDLE.t + 31_842, type: `${type}/candle` });
  const told = (candle: unknown) => ({ kind: 'candle', coin: '0', timeframe: '1m', candle });
  const begun = { kind: 'begun', stream: { kind: 'candles', coin: '0', timeframe: '1m' } };

  test('begin with the one in progress', () => {
    expect(open().receive(message('subscribed', [CANDLE]))).toEqual([begun, told(ROW)]);
  });

  test('come as they change, and the closed one before the next', () => {
    const { v: _zero, ...next } = { ...CANDLE, t: CANDLE.t + 60_000 };
    expect(open().receive(message('update', [CANDLE, next]))).toEqual([
      told(ROW),
      told([next.t, 2264.2, 2264.34, 2263.36, 2263.97, 0]),
    ]);
  });

  test.each<[string, object]>([
    ['a price of null', { o: null }],
    ['a price as text', { c: '2263.97' }],
    ['a high below the low', { h: 1 }],
    ['a price below zero', { l: -1 }],
    ['a volume below zero', { v: -1 }],
  ])('are named where they are malformed, and cost no other: %s', (_what, change) => {
    const odd = { ...CANDLE, t: CANDLE.t + 60_000, ...change };
    expect(open().receive(message('update', [odd, CANDLE]))).toEqual([
      told(ROW),
      { kind: 'malformed', stream: begun.stream, atMs: odd.t, reason: expect.any(String) },
    ]);
  });

  test('may hold what is no candle at all', () => {
    const text = message('update', [CANDLE]).replace('[{', '["odd",{');
    expect(open().receive(text)).toMatchObject([told(ROW), { kind: 'malformed', atMs: undefined }]);
  });

  test.each([
    ['none', []],
    ['null', null],
    ['one without a price', [{ t: CANDLE.t }]],
  ])('without a trade are none: %s', (_how, candles) => {
    expect(open().receive(message('subscribed', candles))).toEqual([begun]);
  });
});

describe('trades', () => {
  const TRADE = {
    trade_id: 16_164_557_907,
    trade_id_str: '16164557907',
    type: 'trade',
    market_id: 0,
    size: '0.1336',
    price: '2181.83',
    ask_id: 281_476_612_587_355,
    is_maker_ask: false,
    timestamp: 1_773_854_156_654,
  };
  const message = (type: 'subscribed' | 'update', fields: object) =>
    JSON.stringify({
      channel: 'trade:0',
      liquidation_trades: [],
      nonce: 8_630_448_841,
      ...fields,
      type: `${type}/trade`,
    });

  test('that were made before are not told', () => {
    expect(open().receive(message('subscribed', { trades: [TRADE] }))).toEqual([
      { kind: 'begun', stream: { kind: 'trades', coin: '0' } },
    ]);
  });

  test('have the side of who took, liquidations too', () => {
    const liquidation = { ...TRADE, trade_id: 16_164_557_908, is_maker_ask: true };
    expect(open().receive(message('update', { trades: [TRADE], liquidation_trades: [liquidation] }))).toEqual([
      {
        kind: 'trades',
        coin: '0',
        trades: [
          { id: '16164557907', atMs: TRADE.timestamp, price: 2181.83, size: 0.1336, takerSide: 'sell' },
          { id: '16164557908', atMs: TRADE.timestamp, price: 2181.83, size: 0.1336, takerSide: 'buy' },
        ],
      },
    ]);
  });

  test('are named where they are malformed, and cost no other', () => {
    const odd = { ...TRADE, price: null };
    expect(open().receive(message('update', { trades: [odd, TRADE], liquidation_trades: null }))).toMatchObject([
      { kind: 'trades', trades: [{ id: '16164557907' }] },
      { kind: 'malformed', stream: { kind: 'trades', coin: '0' }, reason: expect.stringContaining('at price') },
    ]);
  });

  test('keep an id beyond 2^53', () => {
    const text = message('update', { trades: [{ ...TRADE, trade_id: 'ID' }] }).replace('"ID"', '9223372036854775807');
    expect(open().receive(text)).toMatchObject([{ trades: [{ id: '9223372036854775807' }] }]);
  });
});
