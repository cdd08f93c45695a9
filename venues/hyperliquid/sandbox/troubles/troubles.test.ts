import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { WebSocket } from 'ws';
import { createFaults, type Fault } from '../../../simulation/index.js';
import { type RunningHyperliquid, startHyperliquid } from '../server.js';
import { openTestVenue, TestUser } from '../testing/index.js';
import { troubledOrders } from './troubled-orders.js';

/** The troubles of a bot that trades: orders that come late, broken servers, one address refused, ended agents, liquidations, no replay. */

const VENUE = { venue: 'hyperliquid', when: 'before_accept', scope: 'changes' } as const;
const ETH = 1;
const sockets: WebSocket[] = [];
let faults: ReturnType<typeof createFaults>;
let clock: ManualClock;
let directory: string;
let user: TestUser;
let agent: TestUser;
let running: RunningHyperliquid;

beforeEach(async () => {
  const prepared = await openTestVenue();
  [user, agent] = [new TestUser(prepared, 1_000), new TestUser(prepared, 0)];
  await user.act({ type: 'approveAgent', agentAddress: agent.address, agentName: 'bot' });
  prepared.journal.close();
  ({ clock, directory } = prepared);
  faults = createFaults();
  running = await startHyperliquid({
    ...{
      host: '127.0.0.1',
      port: 0,
      seed: 1,
      recordingsDirectory: undefined,
      stateDirectory: directory,
      clock,
      faults,
    },
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await running.close();
  await rm(directory, { recursive: true });
});

async function post(path: string, body: unknown, localAddress = '127.0.0.1') {
  const headers = { 'content-type': 'application/json' };
  const sent = request(`${running.url}${path}`, { method: 'POST', headers, localAddress });
  sent.end(JSON.stringify(body));
  const [response] = await once(sent, 'response');
  return { status: Number(response.statusCode), text: await text(response) };
}
const act = async (action: Record<string, unknown>, extra = {}) => post('/exchange', await agent.signed(action, extra));
const read = async (type: string) => JSON.parse((await post('/info', { type, user: user.address })).text);
const purchase = async (tif = 'Ioc', times = 1.02) => {
  const mids = await read('allMids');
  const price = String(Math.round(Number(mids['ETH']) * times));
  const wire = { a: ETH, b: true, p: price, s: '0.1', r: false, t: { limit: { tif } } };
  return { type: 'order', orders: [wire], grouping: 'na' };
};
/** Lets the venue's ticker run. */
const pass = async (seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 1) {
    clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('an order that is reported failed', () => {
  test('fills later', async () => {
    faults.inject({ ...VENUE, kind: 'err_late' });
    expect(await act(await purchase())).toMatchObject({
      status: 200,
      text: expect.stringContaining('Internal error.'),
    });
    expect(await read('userFills')).toEqual([]);
    await pass(3);
    expect(await read('userFills')).not.toEqual([]);
  });

  test('does not, once it has expired', async () => {
    faults.inject({ ...VENUE, kind: 'err_late', seconds: 6 });
    await act(await purchase(), { expiresAfter: clock.nowMs() + 5_000 });
    await pass(8);
    expect(await read('userFills')).toEqual([]);
  });
});

test.each([
  ['before', 'before_accept', 0],
  ['after', 'after_accept', 1],
] as const)('a server that breaks %s it has accepted an order', async (_what, when, orders) => {
  faults.inject({ ...VENUE, kind: 'server_error', when });
  expect(await act(await purchase('Gtc', 0.8))).toEqual({ status: 502, text: 'Bad Gateway' });
  expect(await read('openOrders')).toHaveLength(orders);
});

test('one address is refused, and no other', async () => {
  faults.inject({ ...VENUE, kind: 'rate_limit', scope: 'all', count: 2, address: '127.0.0.2' });
  const statuses = ['127.0.0.1', '127.0.0.2', '127.0.0.1', '127.0.0.2'].map(
    async (address) => (await post('/info', { type: 'allMids' }, address)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 429, 200, 429]);
});

test('an agent that the venue ends can’t trade any more', async () => {
  faults.inject({ ...VENUE, kind: 'agent_ended', user: user.address });
  await pass(2);
  expect((await act(await purchase())).text).toContain(`User or API Wallet ${agent.address} does not exist.`);
});

test('a liquidation closes the positions and ends the orders', async () => {
  await act(await purchase());
  await act(await purchase('Gtc', 0.8));
  faults.inject({ ...VENUE, kind: 'liquidation', user: user.address });
  await pass(2);
  expect((await read('clearinghouseState')).assetPositions).toEqual([]);
  expect(await read('openOrders')).toEqual([]);
  expect(await read('userFills')).toContainEqual(
    expect.objectContaining({ liquidation: expect.objectContaining({ liquidatedUser: user.address }) }),
  );
});

test('a new subscription says nothing of former fills while nothing is replayed', async () => {
  await act(await purchase());
  const channels = async () => {
    const socket = new WebSocket(running.wsUrl);
    sockets.push(socket);
    await once(socket, 'open');
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(JSON.parse(String(data)).channel));
    socket.send(JSON.stringify({ method: 'subscribe', subscription: { type: 'userFills', user: user.address } }));
    socket.send(JSON.stringify({ method: 'ping' }));
    while (!heard.includes('pong')) await once(socket, 'message');
    return heard;
  };
  expect(await channels()).toEqual(['subscriptionResponse', 'userFills', 'pong']);
  faults.inject({ ...VENUE, kind: 'no_replay' });
  expect(await channels()).toEqual(['subscriptionResponse', 'pong']);
});

test('the harsh world has some orders come late, and some changes of stops meet a broken server', () => {
  const troubles = troubledOrders();
  const met = (action: object, count: number) =>
    Array.from({ length: count }, () => troubles({ action })).filter((fault): fault is Fault => fault !== undefined);
  const order = (t: object) => ({ type: 'order', orders: [{ t }] });
  expect(met(order({ limit: { tif: 'Gtc' } }), 80).map(({ kind }) => kind)).toEqual(['err_late', 'err_late']);
  const stops = [...met(order({ trigger: {} }), 16), ...met({ type: 'cancel', cancels: [] }, 16)];
  expect(stops).toEqual([
    { kind: 'server_error', when: 'after_accept' },
    { kind: 'server_error', when: 'before_accept' },
  ]);
  expect(met({ type: 'usdSend' }, 100)).toEqual([]);
});
