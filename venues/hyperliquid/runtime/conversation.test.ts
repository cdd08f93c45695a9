import { expect, test } from '@jest/globals';
import { conversation } from './conversation.js';

const CANDLE = {
  t: 1_700_000_000_000,
  T: 1_700_000_059_999,
  s: 'BTC',
  i: '1m',
  o: '1',
  c: '2.5',
  h: '3',
  l: '0.5',
  v: '7',
  n: 4,
};

test('subscriptions are worded as the venue documents them', () => {
  expect(JSON.parse(conversation.subscribe({ kind: 'candles', coin: 'kPEPE', timeframe: '1h' }))).toEqual({
    method: 'subscribe',
    subscription: { type: 'candle', coin: 'kPEPE', interval: '1h' },
  });
  expect(JSON.parse(conversation.unsubscribe({ kind: 'book', coin: 'BTC' }))).toEqual({
    method: 'unsubscribe',
    subscription: { type: 'l2Book', coin: 'BTC' },
  });
});

test.each([
  ['one candle', CANDLE],
  ['a list of candles', [CANDLE]],
])('%s is read', (_what, data) => {
  expect(conversation.receive(JSON.stringify({ channel: 'candle', data }))).toEqual([
    { kind: 'candle', coin: 'BTC', timeframe: '1m', candle: [CANDLE.t, 1, 3, 0.5, 2.5, 7] },
  ]);
});

test('a malformed candle and a malformed trade are named and cost no other', () => {
  const stream = { kind: 'candles', coin: 'BTC', timeframe: '1m' };
  const { candle } = { candle: [CANDLE.t, 1, 3, 0.5, 2.5, 7] };
  for (const change of [
    { o: null },
    { h: '0.1' },
    { c: 'NaN' },
    { l: '0' },
    { v: '-1' },
    { o: 1 },
    { v: '9'.repeat(400) },
  ])
    expect(
      conversation.receive(JSON.stringify({ channel: 'candle', data: [{ ...CANDLE, ...change }, CANDLE] })),
    ).toEqual([
      { kind: 'candle', coin: 'BTC', timeframe: '1m', candle },
      { kind: 'malformed', stream, atMs: CANDLE.t, reason: expect.any(String) },
    ]);
  expect(conversation.receive(JSON.stringify({ channel: 'candle', data: { ...CANDLE, t: 'now' } }))).toMatchObject([
    { kind: 'malformed', stream, atMs: undefined },
  ]);
  const trade = { coin: 'BTC', side: 'A', px: '100', sz: '0.5', time: 6, tid: 77 };
  expect(
    conversation.receive(JSON.stringify({ channel: 'trades', data: [{ ...trade, px: null }, trade] })),
  ).toMatchObject([
    { kind: 'trades', trades: [{ id: '77' }] },
    { kind: 'malformed', stream: { kind: 'trades', coin: 'BTC' } },
  ]);
});

test('a book and trades are read, and a malformed level is named and costs no other', () => {
  const levels = [[{ px: '99.5', sz: '2', n: 1 }], [{ px: '100', sz: '3', n: 2 }]];
  const book = { channel: 'l2Book', data: { coin: 'BTC', time: 5, levels } };
  expect(conversation.receive(JSON.stringify(book))).toEqual([
    { kind: 'book', coin: 'BTC', book: { atMs: 5, bids: [[99.5, 2]], asks: [[100, 3]] } },
  ]);
  const odd = [[{ px: '99.9', sz: '-1', n: 1 }, ...(levels[0] ?? [])], levels[1]];
  expect(conversation.receive(JSON.stringify({ ...book, data: { ...book.data, levels: odd } }))).toEqual([
    { kind: 'book', coin: 'BTC', book: { atMs: 5, bids: [[99.5, 2]], asks: [[100, 3]] } },
    { kind: 'malformed', stream: { kind: 'book', coin: 'BTC' }, atMs: undefined, reason: expect.any(String) },
  ]);
  const trade = { coin: 'BTC', side: 'A', px: '100', sz: '0.5', time: 6, tid: 77, hash: '0x', users: [] };
  expect(conversation.receive(JSON.stringify({ channel: 'trades', data: [trade] }))).toEqual([
    {
      kind: 'trades',
      coin: 'BTC',
      trades: [{ id: '77', atMs: 6, price: 100, size: 0.5, takerSide: 'sell' }],
    },
  ]);
});

test('a confirmed subscription has begun, and a refusal is told', () => {
  const subscription = { type: 'candle', coin: 'BTC', interval: '5m' };
  const confirmed = { channel: 'subscriptionResponse', data: { method: 'subscribe', subscription } };
  expect(conversation.receive(JSON.stringify(confirmed))).toEqual([
    { kind: 'begun', stream: { kind: 'candles', coin: 'BTC', timeframe: '5m' } },
  ]);
  expect(conversation.receive(JSON.stringify({ channel: 'error', data: 'Invalid subscription' }))).toEqual([
    { kind: 'refused', reason: 'Invalid subscription' },
  ]);
  expect(conversation.receive(JSON.stringify({ channel: 'pong' }))).toEqual([]);
});

test.each(['not json', '{"channel":"candle","data":{"t":1}}', '{"channel":"unheard"}'])('%s is refused', (message) => {
  expect(() => conversation.receive(message)).toThrow();
});
