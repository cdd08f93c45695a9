import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { standingSchema } from '@platform/venues/live-bots';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { WebSocket } from 'ws';
import { until } from '../platform/wait.js';
import { PROCESSES_HOOK_MS_MAX } from '../processes/processes.js';
import { BUILDER } from './bot.js';
import { ProxiedAccount } from './proxied-account.js';

/** The proxy as any client of the venue meets it. */

/** The longest that an order may stay in doubt. */
const DOUBT_MS = 9_500;
/** How long a read serves further orders. */
const SHARED_READ_MS = 1_100;
const ETH = 1;
let proxied: ProxiedAccount;
let url: string;
let lastNonce = 0;

beforeAll(async () => {
  proxied = await ProxiedAccount.open();
  url = await proxied.startProxy();
}, PROCESSES_HOOK_MS_MAX);

afterAll(() => proxied[Symbol.asyncDispose]());

const post = async (path: string, body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: text });
  return { status: response.status, text: await response.text() };
};
const signed = async (action: Record<string, unknown>, key: Hex = proxied.botKey, extra: object = {}) => {
  lastNonce = Math.max(Date.now(), lastNonce + 1);
  const request = { action, nonce: lastNonce, ...extra };
  return { ...request, signature: await signL1Action({ wallet: privateKeyToAccount(key), ...request }) };
};
/** Returns a purchase that rests below the market, worth about so many dollars at its price. */
const purchase = async (usd: number) => {
  const { levels } = await proxied.read('l2Book', { coin: 'ETH' });
  const price = Math.round(Number(levels[0][0].px) * 0.97);
  return {
    type: 'order',
    orders: [
      {
        a: ETH,
        b: true,
        p: String(price),
        s: (usd / price).toFixed(4).replace(/0+$/, ''),
        r: false,
        t: { limit: { tif: 'Gtc' } },
      },
    ],
    grouping: 'na',
    builder: { b: BUILDER.address, f: BUILDER.feeTenthsOfBasisPoint },
  };
};
const exchange = async (action: Record<string, unknown>, key?: Hex) => post('/exchange', await signed(action, key));
const openOrders = async (): Promise<{ oid: number }[]> => proxied.read('openOrders');

describe('an order', () => {
  beforeEach(async () => {
    proxied.faults.clear();
    const cancels = (await openOrders()).map(({ oid }) => ({ a: ETH, o: oid }));
    if (cancels.length > 0) expect(JSON.parse((await exchange({ type: 'cancel', cancels })).text).status).toBe('ok');
  });

  test('of the bot is placed once, however often its request comes', async () => {
    const request = await signed(await purchase(20));
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/exchange', request)));
    const placed = answers.filter(({ text }) => text.includes('resting'));
    const repeated = answers.filter(({ text }) => text.includes('duplicate nonce'));
    expect([placed.length, repeated.length]).toEqual([1, 4]);
    expect(await openOrders()).toHaveLength(1);
  });

  test('of another key is refused in the venue’s words', async () => {
    const key = generatePrivateKey();
    const reason = `User or API Wallet ${privateKeyToAddress(key).toLowerCase()} does not exist.`;
    expect(JSON.parse((await exchange(await purchase(20), key)).text)).toEqual({ status: 'err', response: reason });
    expect(await openOrders()).toEqual([]);
  });

  test('that was changed after signing is refused in the venue’s words', async () => {
    const request = await signed(await purchase(20));
    const { text } = await post('/exchange', { ...request, nonce: request.nonce + 1 });
    expect(JSON.parse(text).response).toMatch(/^User or API Wallet 0x[0-9a-f]{40} does not exist\.$/);
    expect(await openOrders()).toEqual([]);
  });

  test('is refused by the venue in its own words, which the bot gets unchanged', async () => {
    const { status, text } = await exchange(await purchase(5));
    expect(status).toBe(200);
    expect(text).toContain('Order must have minimum value of $10.');
  });

  test('beside others of the same moment counts with them', async () => {
    const actions = await Promise.all(Array.from({ length: 4 }, () => purchase(40)));
    const answers = [];
    for (const request of await Promise.all(actions.map((action) => signed(action))))
      answers.push(post('/exchange', request));
    const texts = (await Promise.all(answers)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('resting'))).toHaveLength(2);
    expect(texts.filter((text) => text.includes('capital'))).toHaveLength(2);
    expect(await openOrders()).toHaveLength(2);
  });

  test('with an unknown outcome is never sent again, and counts until the venue can not accept it any more', async () => {
    proxied.faults.inject({ venue: 'hyperliquid', kind: 'disconnect', when: 'before_accept', scope: 'changes' });
    expect((await exchange(await purchase(60))).status).toBe(502);
    expect((await exchange(await purchase(60))).text).toContain('capital');
    await wait(DOUBT_MS);
    expect(await openOrders()).toEqual([]);
    const again = async () => exchange(await purchase(60));
    await until('the end of the doubt', again, ({ text }) => text.includes('resting'));
  });

  test('is in the standing of its bot, which differs from the venue in nothing', async () => {
    await exchange(await purchase(20));
    const [placed] = await openOrders();
    const look = async () => standingSchema.parse(JSON.parse(await (await fetch(`${url}/standing`)).text()));
    let standing = await look();
    while (!standing.bots[0]?.orders.some(({ oid }) => oid === placed?.oid)) {
      await wait(1_000);
      standing = await look();
    }
    expect(standing.bots).toMatchObject([{ deploymentId: 'dep_1', positions: [], differences: [] }]);
    expect(standing.asOfMs).toBeGreaterThan(standing.agentIssuedAtMs);
  });

  test('that the venue accepted without saying so is there once', async () => {
    proxied.faults.inject({ venue: 'hyperliquid', kind: 'disconnect', when: 'after_accept', scope: 'changes' });
    expect((await exchange(await purchase(40))).status).toBe(502);
    expect(await openOrders()).toHaveLength(1);
  });

  test('is not let through where the standing can not be read', async () => {
    const action = await purchase(20);
    await wait(SHARED_READ_MS);
    // Three reads, each of which is repeated twice.
    proxied.faults.inject({ venue: 'hyperliquid', kind: 'rate_limit', count: 9, when: 'before_accept', scope: 'all' });
    expect((await exchange(action)).status).toBe(502);
    proxied.faults.clear();
    expect(await openOrders()).toEqual([]);
  });
});

describe('what is no request', () => {
  test.each([
    ['no JSON', 'nonsense', 422],
    ['no action', '{}', 422],
    ['no signature', { action: { type: 'noop' }, nonce: 1 }, 422],
    ['more than is read', 'x'.repeat(70_000), 413],
  ])('is answered as such: %s', async (_what, body, status) => {
    expect((await post('/exchange', body)).status).toBe(status);
  });
});

describe('a read', () => {
  test('of markets and of its own account passes through unchanged', async () => {
    for (const request of [{ type: 'meta' }, { type: 'userFills', user: proxied.account }]) {
      const direct = await fetch(`${proxied.venueUrl}/info`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      });
      expect(await post('/info', request)).toEqual({ status: 200, text: await direct.text() });
    }
  });

  test.each([
    ['another account', { type: 'openOrders', user: BUILDER.address }],
    ['an account without a name', { type: 'openOrders' }],
    ['an unknown kind', { type: 'vaultDetails', vaultAddress: BUILDER.address }],
  ])('of %s is refused', async (_what, request) => {
    expect((await post('/info', request)).status).toBe(403);
  });

  test('of an account named twice is judged by what is sent on', async () => {
    const twice = `{"type":"openOrders","user":"${BUILDER.address}","user":"${proxied.account}"}`;
    expect((await post('/info', twice)).status).toBe(200);
  });
});

describe('the WebSocket', () => {
  const ask = async (message: object): Promise<{ channel: string; data: unknown }> => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`);
    await new Promise((resolve) => socket.once('open', resolve));
    const answered = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    socket.send(JSON.stringify(message));
    const answer = JSON.parse(await answered);
    socket.terminate();
    return answer;
  };
  const subscribe = (subscription: object) => ask({ method: 'subscribe', subscription });

  test('passes on what may be read', async () => {
    const candle = { type: 'candle', coin: 'ETH', interval: '1m' };
    expect(await subscribe(candle)).toMatchObject({ channel: 'subscriptionResponse' });
    expect(await subscribe({ type: 'userFills', user: proxied.account })).toMatchObject({
      channel: 'subscriptionResponse',
    });
    expect(await ask({ method: 'ping' })).toEqual({ channel: 'pong' });
  });

  test('refuses another account and what changes something', async () => {
    expect(await subscribe({ type: 'userFills', user: BUILDER.address })).toMatchObject({ channel: 'error' });
    const request = { type: 'action', payload: await signed(await purchase(20)) };
    expect(await ask({ method: 'post', id: 5, request })).toMatchObject({
      channel: 'post',
      data: { id: 5, response: { type: 'error' } },
    });
    expect(await openOrders()).toHaveLength(0);
  });
});

test('a new proxy of the account ends the power of the agent before it', async () => {
  const former = url;
  url = await proxied.startProxy();
  const agents = await proxied.read('extraAgents');
  expect(agents).toHaveLength(1);
  url = former;
  expect((await exchange({ type: 'cancel', cancels: [{ a: ETH, o: 1 }] })).text).toMatch(
    /User or API Wallet 0x[0-9a-f]{40} does not exist/,
  );
});

test('one agent serves all bots of an account, each within its own limits, and ends with the last of them', async () => {
  const otherKey = generatePrivateKey();
  const other = proxied.limits({ deploymentId: 'dep_2', bot: privateKeyToAddress(otherKey), coins: ['BTC'] });
  const { url: own, assignmentFile, child } = await proxied.startProxyOf([proxied.limits(), other]);
  url = own;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const [agent] = await proxied.read('extraAgents');
  const cancel = { type: 'cancel', cancels: [{ a: ETH, o: 1 }] };
  const absent = 'Order was never placed';
  const foreign = 'This bot may not trade this asset.';
  expect((await exchange(cancel)).text).toContain(absent);
  expect((await exchange(cancel, otherKey)).text).toContain(foreign);

  await proxied.assign(assignmentFile, [other], await proxied.grantOf(assignmentFile));
  const isGone = async () => (await exchange(cancel)).text.includes('does not exist');
  while (!(await isGone())) await wait(200);
  expect((await exchange(cancel, otherKey)).text).toContain(foreign);
  expect(await proxied.read('extraAgents')).toEqual([agent]);

  await proxied.assign(assignmentFile, []);
  expect(await ended).toBe(0);
  const [successor, ...more] = await proxied.read('extraAgents');
  expect(more).toEqual([]);
  expect(successor.address).not.toBe(agent.address);
});
