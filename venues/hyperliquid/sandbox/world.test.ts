import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { WebSocket } from 'ws';
import { createFaults, LaggingState, unsteady } from '../../simulation/index.js';
import { type RunningHyperliquid, startHyperliquid } from './server.js';
import { openTestVenue, payIn, TestUser, type TestVenue } from './testing/index.js';
import { CONNECTION_LIMITS } from './websocket/limits.js';

/** The real venue's limits, delays and missing verdicts. */

const LAG_MS = 2_000;
const anotherAddress = () => privateKeyToAddress(generatePrivateKey()).toLowerCase();
const noop = { type: 'noop' };
const done = { status: 'ok', response: { type: 'default' } };
let venue: TestVenue;

beforeEach(async () => {
  venue = await openTestVenue(undefined, new ManualClock(Date.UTC(2026, 10, 21, 9, 17, 3)), LAG_MS);
});
afterEach(() => {
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
});

describe('reads that lag', () => {
  const equityOf = (user: TestUser) => user.info<{ withdrawable: string; time: number }>('clearinghouseState');

  test('every other read of an account lacks what was done last, until its time', async () => {
    const user = new TestUser(venue, 100);
    expect([equityOf(user), equityOf(user)].map(({ withdrawable }) => withdrawable)).toEqual(['100.0', '0.0']);
    venue.clock.advance(LAG_MS);
    expect([equityOf(user), equityOf(user)].map(({ withdrawable }) => withdrawable)).toEqual(['100.0', '100.0']);
  });

  test('an answer is of the time of its state', async () => {
    const user = new TestUser(venue, 100);
    const [fresh, stale] = [equityOf(user), equityOf(user)];
    expect(fresh.time - stale.time).toBe(LAG_MS);
  });

  test('what was undone is never read, and what is on disk when it starts is there at once', async () => {
    payIn(venue, anotherAddress(), 100);
    const again = await venue.again();
    const lagging = new LaggingState(again.journal, LAG_MS, again.clock);
    const accounts = () => lagging.journal().all('SELECT address FROM accounts').length;
    expect(accounts()).toBe(1);
    expect(() =>
      again.exchange.change(() => {
        payIn(again, anotherAddress(), 5);
        throw new Error('undone');
      }),
    ).toThrow('undone');
    payIn(again, anotherAddress(), 5);
    venue.clock.advance(LAG_MS);
    expect(accounts()).toBe(2);
    again.journal.close();
  });
});

describe('the allowance of an account', () => {
  const used = (user: TestUser, requests: number, tradedMicroUsdc = 0n) => {
    const { store } = venue.exchange;
    store.saveAccount({ ...store.accountOrNew(user.address), requests, tradedMicroUsdc });
  };
  const cancel = (count: number) => ({ type: 'cancel', cancels: Array(count).fill({ a: 1, o: 1 }) });
  const tooMany = (requests: number, traded = '0.0') => ({
    status: 'err',
    response: `Too many cumulative requests sent (${requests} > 10000) for cumulative volume traded $${traded}. Place taker orders to free up 1 request per USDC traded.`,
  });

  test('is ten thousand actions at first and one more a dollar traded; beyond it one in ten seconds', async () => {
    const user = new TestUser(venue, 100);
    used(user, 9_999);
    expect(await user.act(noop)).toEqual(done);
    expect(await user.act(noop)).toEqual(done);
    expect(await user.act(noop)).toEqual(tooMany(10_002));
    venue.clock.advance(9_999);
    expect(await user.act(noop)).toEqual(tooMany(10_002));
    venue.clock.advance(1);
    expect(await user.act(noop)).toEqual(done);
    used(user, 10_001, 2_000_000n);
    expect(await user.act(noop)).toEqual(done);
  });

  test('is counted by orders and cancels, and twice as large for cancels', async () => {
    const user = new TestUser(venue, 100);
    used(user, 10_000);
    expect(await user.act(cancel(40))).toMatchObject({ status: 'ok' });
    expect(user.info('userRateLimit')).toMatchObject({ nRequestsUsed: 10_040, nRequestsCap: 10_000 });
  });
});

test('an account has three named agents, and a name approved again ends the former one', async () => {
  const user = new TestUser(venue, 100);
  const agents = Array.from({ length: 5 }, () => new TestUser(venue, 0));
  const approve = (index: number, agentName: string) =>
    user.act({ type: 'approveAgent', agentAddress: agents[index]?.address, agentName });
  for (const [index, name] of ['a', 'b', 'c'].entries()) expect(await approve(index, name)).toEqual(done);
  expect(await approve(3, 'd')).toEqual({ status: 'err', response: 'Too many extra agents.' });
  expect(await approve(4, 'a')).toEqual(done);
  expect(await agents[0]?.act(noop)).toMatchObject({ status: 'err', response: /does not exist/ });
  expect(await agents[4]?.act(noop)).toEqual(done);
});

describe('a running venue', () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 21, 9, 17, 3));
  const sockets: WebSocket[] = [];
  let directory: string;
  let running: RunningHyperliquid;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sandbox-hyperliquid-'));
    running = await startHyperliquid({
      ...{ host: '127.0.0.1', port: 0, seed: 1, recordingsDirectory: undefined, stateDirectory: directory, clock },
      faults: unsteady(createFaults(), 2),
      connectionLimits: CONNECTION_LIMITS,
      logger: createLogger({ process: 'test', level: 'silent' }),
    });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    await running.close();
    await rm(directory, { recursive: true });
  });

  /** Opens a WebSocket; returns the status that refused it, or the socket. */
  function connect(): Promise<WebSocket | number | undefined> {
    const socket = new WebSocket(running.wsUrl);
    sockets.push(socket);
    return new Promise((resolve) => {
      socket.on('open', () => resolve(socket));
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    });
  }

  /** Closes the connection, and waits until the venue has noticed. */
  async function closed(socket: WebSocket | undefined): Promise<void> {
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.close();
    await once(socket, 'close');
  }

  async function said(socket: WebSocket, subscription: object): Promise<{ channel: string; data: unknown }> {
    const answered = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    socket.send(JSON.stringify({ method: 'subscribe', subscription }));
    return JSON.parse(await answered);
  }

  test('has ten WebSockets for an address, and takes thirty new ones per minute', async () => {
    for (let opened = 0; opened < 10; opened += 1) expect(await connect()).toBeInstanceOf(WebSocket);
    expect(await connect()).toBe(429);
    sockets.pop();
    for (let opened = 10; opened < 30; opened += 1) {
      await closed(sockets.shift());
      await connect();
    }
    await closed(sockets.shift());
    expect(await connect()).toBe(429);
    clock.advance(60_000);
    expect(await connect()).toBeInstanceOf(WebSocket);
  });

  test('allows ten users per address, over all of its WebSockets', async () => {
    const [first, second] = [await connect(), await connect()];
    if (!(first instanceof WebSocket) || !(second instanceof WebSocket)) throw new Error('not connected');
    const user = (index: number) => `0x${String(index).padStart(40, '0')}`;
    for (let index = 0; index < 10; index += 1) {
      const socket = index % 2 === 0 ? first : second;
      const { channel } = await said(socket, { type: 'orderUpdates', user: user(index) });
      expect(channel).toBe('subscriptionResponse');
    }
    const refused = { channel: 'error', data: 'Cannot track more than 10 total users.' };
    expect(await said(first, { type: 'orderUpdates', user: user(10) })).toEqual(refused);
    expect(await said(second, { type: 'orderUpdates', user: user(0) })).toMatchObject({
      channel: 'subscriptionResponse',
    });
  });

  test('answers every so many actions with what says nothing of them', async () => {
    const user = new TestUser(venue, 0);
    const send = async () => {
      const body = JSON.stringify(await user.signed({ type: 'noop' }));
      const response = await fetch(`${running.url}/exchange`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      return { status: response.status, body: await response.json() };
    };
    const answers = [await send(), await send(), await send(), await send()];
    const nobody = `User or API Wallet ${user.address} does not exist.`;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ body }) => Reflect.get(Object(body), 'response'))).toEqual([
      nobody,
      'Too many requests.',
      nobody,
      'Internal error.',
    ]);
  });
});
