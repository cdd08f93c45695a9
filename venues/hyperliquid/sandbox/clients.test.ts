import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '@platform/observability/logging';
import { WebSocket } from 'ws';
import { createFaults, type Faults } from '../../simulation/index.js';
import { type RunningHyperliquid, startHyperliquid } from './server.js';
import { openTestVenue, TestUser, type TestVenue } from './testing/index.js';

let prepared: TestVenue;
let user: TestUser;
let venue: RunningHyperliquid;
const faults: Faults = createFaults();
const CLIENT_TIMEOUT_MS = 5_000;

beforeAll(async () => {
  prepared = await openTestVenue();
  user = new TestUser(prepared, 1_000);
  prepared.journal.close();
  venue = await startHyperliquid({
    host: '127.0.0.1',
    port: 0,
    seed: 1,
    recordingsDirectory: undefined,
    stateDirectory: prepared.directory,
    faults,
    clock: prepared.clock,
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
});
afterAll(async () => {
  await venue.close();
  await rm(prepared.directory, { recursive: true });
});
afterEach(() => faults.clear());

const post = (path: string, body: object) =>
  fetch(`${venue.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
  });
const orderAction = (price = '2500') => ({
  type: 'order',
  orders: [{ a: 1, b: true, p: price, s: '0.1', r: false, t: { limit: { tif: 'Gtc' } } }],
  grouping: 'na',
});
const openOrders = async () => {
  const response = await post('/info', { type: 'openOrders', user: user.address });
  return (await response.json()) as { oid: number }[];
};
const cancelAll = async () => {
  const cancels = (await openOrders()).map(({ oid }) => ({ a: 1, o: oid }));
  await post('/exchange', await user.signed({ type: 'cancel', cancels }));
};

describe('faults', () => {
  afterEach(async () => {
    faults.clear();
    await cancelAll();
  });

  const outcomes = {
    timeout: async (answer: Promise<Response>) => expect(answer).rejects.toMatchObject({ name: 'TimeoutError' }),
    disconnect: async (answer: Promise<Response>) => expect(answer).rejects.toThrow('fetch failed'),
    rate_limit: async (answer: Promise<Response>) => expect((await answer).status).toBe(429),
    malformed: async (answer: Promise<Response>) => expect((await answer).json()).rejects.toThrow('JSON'),
    reject: async (answer: Promise<Response>) => expect(await (await answer).json()).toMatchObject({ status: 'err' }),
  };

  describe.each(Object.entries(outcomes))('%s', (kind, meets) => {
    test.each([
      ['before_accept', 0],
      ['after_accept', 1],
    ] as const)('%s leaves %i orders', async (when, orders) => {
      faults.inject({ venue: 'hyperliquid', kind: kind as 'timeout', when, scope: 'changes' });
      expect(await openOrders()).toEqual([]);
      await meets(post('/exchange', await user.signed(orderAction())));
      expect(await openOrders()).toHaveLength(orders);
    });
  });

  test('each hits as many calls as asked for, reads only with scope all, and another venue’s none', async () => {
    faults.inject({ venue: 'lighter', kind: 'disconnect', when: 'before_accept', scope: 'all' });
    faults.inject({ venue: 'hyperliquid', kind: 'rate_limit', count: 2, when: 'before_accept', scope: 'all' });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await post('/info', { type: 'perpDexs' })).status);
    expect(statuses).toEqual([429, 429, 200]);
  });

  test('down is gone for everyone until it is cleared', async () => {
    const socket = new WebSocket(venue.wsUrl);
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    faults.inject({ venue: 'hyperliquid', kind: 'down', when: 'before_accept', scope: 'changes' });
    await expect(post('/info', { type: 'perpDexs' })).rejects.toThrow('fetch failed');
    prepared.clock.advance(1_005);
    await closed;
    await expect(post('/exchange', await user.signed({ type: 'noop' }))).rejects.toThrow('fetch failed');
    faults.clear();
    expect((await post('/info', { type: 'perpDexs' })).status).toBe(200);
  });
});

describe('the WebSocket tells a user', () => {
  interface Message {
    channel: string;
    data: unknown;
  }
  let socket: WebSocket;
  let told: Message[];
  let wake = () => {};
  const send = (message: object) => socket.send(JSON.stringify(message));
  const next = async (channel: string): Promise<unknown> => {
    for (;;) {
      const index = told.findIndex((message) => message.channel === channel);
      if (index >= 0) return told.splice(index, 1)[0]?.data;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const subscribe = async (subscription: object) => {
    send({ method: 'subscribe', subscription });
    await next('subscriptionResponse');
  };

  beforeAll(async () => {
    told = [];
    socket = new WebSocket(venue.wsUrl);
    socket.on('message', (data) => {
      told.push(JSON.parse(String(data)) as Message);
      wake();
    });
    await new Promise((resolve) => socket.once('open', resolve));
  });
  afterAll(() => socket.close());

  test('of orders and fills at once, the past first where there is one', async () => {
    for (const type of ['orderUpdates', 'userEvents', 'userFills', 'userFundings', 'userNonFundingLedgerUpdates'])
      await subscribe({ type, user: user.account.address });
    expect(await next('userFills')).toEqual({ isSnapshot: true, user: user.address, fills: [] });
    expect(await next('userFundings')).toEqual({ isSnapshot: true, user: user.address, fundings: [] });
    expect(await next('userNonFundingLedgerUpdates')).toMatchObject({
      isSnapshot: true,
      nonFundingLedgerUpdates: [{ delta: { type: 'deposit', usdc: '1000.0' } }],
    });
    await post('/exchange', await user.signed(orderAction()));
    expect(await next('orderUpdates')).toMatchObject([
      { order: { coin: 'ETH', limitPx: '2500.0', sz: '0.1' }, status: 'open' },
    ]);
    await cancelAll();
    expect(await next('orderUpdates')).toMatchObject([{ status: 'canceled' }]);
    await post('/exchange', await user.signed(orderAction('5000')));
    expect(await next('orderUpdates')).toMatchObject([{ status: 'filled', order: { sz: '0.0' } }]);
    expect(await next('userFills')).toMatchObject({ user: user.address, fills: [{ dir: 'Open Long' }] });
    expect(await next('user')).toMatchObject({ fills: [{ dir: 'Open Long' }] });
    await post('/exchange', await user.signed({ type: 'usdClassTransfer', amount: '5', toPerp: false }));
    expect(await next('userNonFundingLedgerUpdates')).toMatchObject({
      nonFundingLedgerUpdates: [{ delta: { type: 'accountClassTransfer' } }],
    });
  });

  test('what became of an action sent over it', async () => {
    const payload = await user.signed({ type: 'noop' });
    send({ method: 'post', id: 11, request: { type: 'action', payload } });
    expect(await next('post')).toEqual({
      id: 11,
      response: { type: 'action', payload: { status: 'ok', response: { type: 'default' } } },
    });
    send({ method: 'post', id: 12, request: { type: 'action', payload: { action: { type: 'nope' } } } });
    expect(await next('post')).toMatchObject({ id: 12, response: { type: 'error' } });
    faults.inject({ venue: 'hyperliquid', kind: 'reject', when: 'before_accept', scope: 'changes' });
    send({ method: 'post', id: 13, request: { type: 'action', payload: await user.signed({ type: 'noop' }) } });
    expect(await next('post')).toMatchObject({ id: 13, response: { payload: { status: 'err' } } });
  });
});
