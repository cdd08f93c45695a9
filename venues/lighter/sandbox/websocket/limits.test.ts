import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { createFaults, type FaultKind, type SandboxWorld } from '../../../simulation/index.js';
import { LISTINGS } from '../listings.js';
import { RESOLUTIONS } from '../resolutions.js';
import { type RunningLighter, startLighter } from '../server.js';
import { pass, StreamClient } from '../testing/index.js';
import { BEHAVIOURS } from './behaviour.js';
import { CallerAddress } from './limits.js';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 17, 3) + 10;
const CONNECTIONS_MAX = 100;
const MESSAGES_MAX = 200;
const UNANSWERED_MAX = 50;

const faults = createFaults();
const clients: StreamClient[] = [];
let clock: ManualClock;
let venue: RunningLighter;

async function start(world: SandboxWorld): Promise<void> {
  clock = new ManualClock(NOW_MS);
  const logger = createLogger({ process: 'test', level: 'silent' });
  const options = { host: '127.0.0.1', port: 0, seed: 1, behaviour: BEHAVIOURS[world], faults };
  venue = await startLighter({ ...options, clock, logger });
}

async function connect(): Promise<StreamClient> {
  const client = await StreamClient.connect(venue.wsUrl);
  clients.push(client);
  return client;
}

afterEach(async () => {
  faults.clear();
  for (const { socket } of clients.splice(0)) socket.terminate();
  await venue.close();
});

describe('an address', () => {
  beforeEach(() => start('kind'));

  test('has a hundred connections at once', async () => {
    await Promise.all(Array.from({ length: CONNECTIONS_MAX }, connect));
    await expect(connect()).rejects.toThrow('429');
    clients[0]?.socket.close();
    await clients[0]?.closed();
    await connect();
  });

  test('has a hundred subscriptions per connection, and a thousand in all', () => {
    const address = new CallerAddress(clock);
    for (let count = 0; count < 9; count += 1) address.connections.add({ subscriptions: 100 });
    const [full] = address.connections;
    expect(address.maySubscribe(full ?? { subscriptions: 0 })).toBe(false);
    address.connections.add({ subscriptions: 50 });
    expect(address.maySubscribe({ subscriptions: 50 })).toBe(true);
    address.connections.add({ subscriptions: 50 });
    expect(address.maySubscribe({ subscriptions: 50 })).toBe(false);
  });

  test('has two hundred messages in any minute, over all its connections', async () => {
    const [one, other] = [await connect(), await connect()];
    for (let count = 0; count < MESSAGES_MAX; count += 1) one.say({ type: 'ping' });
    one.say({ type: 'subscribe', channel: 'trade/0' });
    const refusal = { error: { code: 30009, message: 'Too Many Websocket Messages!' } };
    expect(await one.next('error')).toEqual(refusal);
    other.say({ type: 'ping' });
    expect(await other.next('error')).toEqual(refusal);
    await pass(clock, 61);
    other.say({ type: 'ping' });
    await other.next('pong');
  });
});

test('a connection over which its client says nothing for two minutes is closed', async () => {
  await start('kind');
  const [silent, alive] = [await connect(), await connect()];
  silent.subscribe('order_book/0');
  await silent.read();
  for (let minute = 0; minute < 2; minute += 1) {
    await pass(clock, 60);
    alive.say({ type: 'ping' });
    await alive.next('pong');
  }
  const closed = silent.closed();
  await pass(clock, 2);
  expect(await closed).toBe(1_000);
  alive.say({ type: 'ping' });
  await alive.next('pong');
});

describe('faults', () => {
  beforeEach(() => start('kind'));

  test('late candles are those of a while ago, until the faults are cleared', async () => {
    const client = await connect();
    client.subscribe('candle/0/1m');
    await client.next('subscribed/candle');
    faults.inject({ venue: 'lighter', kind: 'late_candles', when: 'before_accept', scope: 'changes', seconds: 90 });
    await pass(clock, 60);
    expect(await client.rest()).toEqual([]);
    await pass(clock, 60);
    const openMs = Date.UTC(2026, 10, 21, 9, 17);
    const times = async () => (await client.rest()).map(({ candles }) => candles.at(-1).t);
    expect(new Set(await times())).toEqual(new Set([openMs]));
    faults.clear();
    await pass(clock, 1);
    expect(await times()).toEqual([openMs + 120_000]);
  });

  test('an outage closes every connection, and refuses new ones until it is over', async () => {
    const client = await connect();
    const closed = client.closed();
    faults.inject({ venue: 'lighter', kind: 'down', when: 'before_accept', scope: 'all' });
    await pass(clock, 2);
    expect(await closed).toBe(1_006);
    await expect(connect()).rejects.toThrow('503');
    faults.clear();
    await connect();
  });

  test.each<[FaultKind, string]>([
    ['rate_limit', 'Too Many Websocket Messages!'],
    ['reject', 'Failed to subscribe'],
    ['err_timeout', 'Failed to fetch'],
  ])('%s refuses a subscription, and the next one is made', async (kind, message) => {
    const client = await connect();
    faults.inject({ venue: 'lighter', kind, when: 'before_accept', scope: 'all' });
    client.subscribe('order_book/0');
    expect((await client.next('error')).error.message).toBe(message);
    client.subscribe('order_book/0');
    await client.next('subscribed/order_book');
  });

  test('malformed gives nothing that can be read, and disconnect closes the connection', async () => {
    const client = await connect();
    faults.inject({ venue: 'lighter', kind: 'malformed', when: 'after_accept', scope: 'all' });
    client.subscribe('order_book/0');
    await client.next('unreadable');
    faults.inject({ venue: 'lighter', kind: 'disconnect', when: 'before_accept', scope: 'all' });
    const closed = client.closed();
    client.subscribe('trade/0');
    expect(await closed).toBe(1_006);
  });
});

describe('the harsh world', () => {
  beforeEach(() => start('harsh'));

  test('answers subscriptions a while later, fifty at once', async () => {
    const client = await connect();
    const channels = LISTINGS.flatMap(({ id }) => RESOLUTIONS.map((resolution) => `candle/${id}/${resolution}`));
    expect(channels.length).toBeGreaterThan(UNANSWERED_MAX + 1);
    for (const channel of channels.slice(0, UNANSWERED_MAX + 1)) client.subscribe(channel);
    const early = await client.rest();
    expect(early).toEqual([{ error: { code: 30010, message: 'Too Many Inflight Messages!' } }]);
    await pass(clock, 2);
    const answers = (await client.rest()).filter(({ type }) => type === 'subscribed/candle');
    expect(answers).toHaveLength(UNANSWERED_MAX);
    client.subscribe(channels[UNANSWERED_MAX] ?? '');
    await client.read();
    await pass(clock, 2);
    await client.next('subscribed/candle');
  });

  test('closes a connection after ten minutes, and takes another one', async () => {
    const client = await connect();
    const closed = client.closed();
    for (let minute = 0; minute < 10; minute += 1) {
      client.say({ type: 'ping' });
      await client.next('pong');
      await pass(clock, 60);
    }
    await pass(clock, 1);
    expect(await closed).toBe(1_000);
    await connect();
  });

  test('loses one batch of an order book after five minutes', async () => {
    const client = await connect();
    client.subscribe('order_book/0');
    await client.read();
    await pass(clock, 2);
    let { nonce } = (await client.next('subscribed/order_book')).order_book;
    const gaps: number[] = [];
    for (let minute = 0; minute < 7; minute += 1) {
      await pass(clock, 60);
      client.say({ type: 'ping' });
      for (const { type, order_book: change } of await client.rest()) {
        if (type !== 'update/order_book') continue;
        if (change.begin_nonce !== nonce) gaps.push(minute);
        nonce = change.nonce;
      }
    }
    expect(gaps).toHaveLength(1);
    expect(gaps[0]).toBeGreaterThanOrEqual(4);
    // A busy machine takes a minute for seven minutes of changes.
  }, 180_000);
});
