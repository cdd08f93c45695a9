import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RunningLighter, startLighter } from '../server.js';
import { type Message, pass, StreamClient } from '../testing/index.js';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 17, 3) + 10;
const [ETH, POPCAT, MKR] = [0, 23, 28];

let clock: ManualClock;
let venue: RunningLighter;
let client: StreamClient;

beforeEach(async () => {
  clock = new ManualClock(NOW_MS);
  const allowances = new Map([['127.0.0.1', 1_000_000]]);
  const logger = createLogger({ process: 'test', level: 'silent' });
  venue = await startLighter({ host: '127.0.0.1', port: 0, seed: 1, allowances, clock, logger });
  client = await StreamClient.connect(venue.wsUrl);
});
afterEach(async () => {
  client.socket.terminate();
  await venue.close();
});

async function get(path: string, query: Record<string, string | number>): Promise<Message> {
  const url = new URL(`/api/v1/${path}`, venue.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).json();
}

const candlesOf = async (fromMs: number, market_id = ETH) =>
  (
    await get('candles', {
      ...{ market_id, resolution: '1m', count_back: 0 },
      ...{ start_timestamp: fromMs, end_timestamp: clock.nowMs() },
    })
  ).c;

test('a ping is answered, also on the read-only address', async () => {
  client.say({ type: 'ping' });
  expect(await client.next('pong')).toEqual({ type: 'pong' });
  const reader = await StreamClient.connect(`${venue.wsUrl}?readonly=true`);
  reader.socket.terminate();
});

describe('an order book', () => {
  const levels = (orders: Message) =>
    orders.map(({ price, remaining_base_amount: size }: Message) => ({ price, size }));
  const apply = (side: Map<string, string>, changes: Message) => {
    for (const { price, size } of changes)
      if (Number(size) === 0) side.delete(price);
      else side.set(price, size);
  };
  const sorted = (side: Map<string, string>) =>
    [...side].map(([price, size]) => ({ price, size })).sort((one, other) => Number(one.price) - Number(other.price));

  test('begins whole, as the orders over HTTP', async () => {
    client.subscribe(`order_book/${ETH}`);
    const { asks, bids } = await get('orderBookOrders', { market_id: ETH, limit: 250 });
    const told = await client.next('subscribed/order_book');
    expect(told).toMatchObject({
      channel: 'order_book:0',
      timestamp: NOW_MS,
      order_book: { code: 0, asks: levels(asks), bids: levels(bids), begin_nonce: 0, nonce: expect.any(Number) },
    });
  });

  test('goes on by changes that continue one another', async () => {
    client.subscribe(`order_book/${ETH}`);
    const { order_book: whole } = await client.next('subscribed/order_book');
    const [asks, bids] = [new Map<string, string>(), new Map<string, string>()];
    apply(asks, whole.asks);
    apply(bids, whole.bids);
    let { nonce } = whole;
    for (let second = 0; second < 12; second += 1) {
      await pass(clock, 1);
      for (const { type, order_book: change } of await client.rest()) {
        expect([type, change.begin_nonce]).toEqual(['update/order_book', nonce]);
        apply(asks, change.asks);
        apply(bids, change.bids);
        nonce = change.nonce;
      }
    }
    const now = await get('orderBookOrders', { market_id: ETH, limit: 250 });
    expect(nonce).toBeGreaterThan(whole.nonce);
    expect(sorted(asks)).toEqual(levels(now.asks));
    expect(sorted(bids)).toEqual(levels(now.bids).reverse());
  });

  test('of a market that no longer trades is empty, and stays so', async () => {
    client.subscribe(`order_book/${MKR}`);
    const { order_book: whole } = await client.next('subscribed/order_book');
    expect([whole.asks, whole.bids]).toEqual([[], []]);
    await pass(clock, 3);
    expect(await client.rest()).toEqual([]);
  });
});

describe('candles', () => {
  test('begin with the one in progress, and go on as those over HTTP', async () => {
    client.subscribe(`candle/${ETH}/1m`);
    const openMs = Date.UTC(2026, 10, 21, 9, 17);
    const begun = await client.next('subscribed/candle');
    expect(begun).toEqual({
      channel: 'candle:0:1m',
      candles: await candlesOf(openMs),
      timestamp: NOW_MS,
      type: 'subscribed/candle',
    });
    await pass(clock, 20);
    const told = await client.rest();
    expect(told.at(-1)).toMatchObject({
      channel: 'candle:0:1m',
      type: 'update/candle',
      candles: await candlesOf(openMs),
    });
  });

  test('come in twos as a minute ends, the closed one first', async () => {
    client.subscribe(`candle/${ETH}/1m`);
    await client.next('subscribed/candle');
    await pass(clock, 59);
    const openMs = Date.UTC(2026, 10, 21, 9, 17);
    const over = (await client.rest()).filter(({ candles }) => candles.length > 1);
    expect(over.map(({ candles }) => candles.map(({ t }: Message) => t))).toEqual([[openMs, openMs + 60_000]]);
    expect(over[0].candles[0]).toEqual((await candlesOf(openMs))[0]);
  });

  test('of a quiet market are those in which something was traded', async () => {
    client.subscribe(`candle/${POPCAT}/1m`);
    await client.next('subscribed/candle');
    for (let minute = 0; minute < 10; minute += 1) {
      await pass(clock, 60);
      client.say({ type: 'ping' });
    }
    const told = new Map<number, object>();
    for (const { candles = [] } of await client.rest()) for (const candle of candles) told.set(candle.t, candle);
    const traded: Message[] = await candlesOf(Date.UTC(2026, 10, 21, 9, 18), POPCAT);
    expect([traded.length > 0, traded.length < 10]).toEqual([true, true]);
    expect([...told.values()].slice(-traded.length)).toEqual(traded);
  });
});

test('trades begin with the newest fifty, and go on as they are made', async () => {
  client.subscribe(`trade/${ETH}`);
  const begun = await client.next('subscribed/trade');
  expect(begun.trades).toEqual((await get('recentTrades', { market_id: ETH, limit: 50 })).trades);
  await pass(clock, 10);
  const made = (await client.rest()).flatMap(({ trades }) => trades);
  const { trades } = await get('recentTrades', { market_id: ETH, limit: 20 });
  expect(made.length).toBeGreaterThan(3);
  expect(made).toEqual(trades.slice(0, made.length).reverse());
});

test('a channel that was given up tells no more, and begins whole when it is asked for again', async () => {
  client.subscribe(`order_book/${ETH}`);
  client.say({ type: 'unsubscribe', channel: `order_book/${ETH}` });
  expect(await client.next('unsubscribed')).toEqual({ type: 'unsubscribed', channel: 'order_book:0' });
  await pass(clock, 6);
  expect(await client.rest()).toEqual([]);
  client.subscribe(`order_book/${ETH}`);
  expect(await client.next('subscribed/order_book')).toMatchObject({ order_book: { begin_nonce: 0 } });
});

describe('what the venue does not take', () => {
  test.each<[string, object | string, number, string]>([
    ['no JSON', 'subscribe', 30000, 'Invalid Json'],
    ['another type', { type: 'post' }, 30001, 'Invalid Type'],
    ['an unknown channel', { type: 'subscribe', channel: 'weather/0' }, 30005, 'Invalid Channel'],
    ['an unknown market', { type: 'subscribe', channel: 'order_book/9' }, 30005, 'Invalid Channel:  (marketId)'],
    ['an unknown resolution', { type: 'subscribe', channel: 'candle/0/3m' }, 30005, 'Invalid Channel'],
    ['candles without a resolution', { type: 'subscribe', channel: 'candle/0' }, 30005, 'Invalid Channel'],
    [
      'the end of what was not begun',
      { type: 'unsubscribe', channel: 'trade/0' },
      30002,
      'Not Subscribed to : trade:0',
    ],
  ])('%s is refused, and the connection stays', async (_what, message, code, text) => {
    client.say(message);
    expect((await client.next('error')).error).toEqual({ code, message: text });
    client.say({ type: 'ping' });
    await client.next('pong');
  });

  test('a second subscription to one channel is refused', async () => {
    client.subscribe(`trade/${ETH}`);
    client.subscribe(`trade/${ETH}`);
    await client.next('subscribed/trade');
    expect((await client.next('error')).error).toEqual({ code: 30003, message: 'Already Subscribed to : trade:0' });
  });
});
