import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type WebSocket, WebSocketServer } from 'ws';
import { type AccountEvent, type AccountStream, type Conversation, VenueConnection } from './index.js';

const RENEW_AFTER_MS = 100_000;
const WAIT_MS_MAX = 10_000;
const ALICE: AccountStream = { kind: 'account', account: 'alice' };
const BOB: AccountStream = { kind: 'account', account: 'bob' };
const CAROL: AccountStream = { kind: 'account', account: 'carol' };

/** A venue that begins what it is asked for, by tokens, and tells what the test says. */
const conversation: Conversation = {
  subscribe: ({ kind, coin }) => `ask ${kind} ${coin}`,
  unsubscribe: ({ kind, coin }) => `give up ${kind} ${coin}`,
  ping: 'ping',
  receive: (text) => {
    const [what = '', account = '', ...words] = text.split(' ');
    const stream = { kind: 'account', account } as const;
    if (what === 'begun') return [{ kind: 'account_begun', stream }];
    return what === 'changed' ? [{ kind: 'account_changed', stream, malformed: words }] : [];
  },
  accounts: {
    renewAfterMs: RENEW_AFTER_MS,
    subscribe: ({ account }, token) => [`ask ${account} ${token}`],
    unsubscribe: ({ account }) => [`give up ${account}`],
  },
};

const clock = new ManualClock(0);
let server: WebSocketServer;
let sockets: WebSocket[];
let heard: string[];
let told: string[];
let logged: string[];
let tokens: number;
let connection: VenueConnection;

beforeEach(async () => {
  [sockets, heard, told, logged, tokens] = [[], [], [], [], 0];
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      const text = String(data);
      if (text !== 'ping') heard.push(text);
      const [what, account] = text.split(' ');
      socket.send(what === 'ask' ? `begun ${account}` : 'pong');
    });
  });
  await once(server, 'listening');
});
afterEach(async () => {
  await connection.close();
  for (const socket of sockets) socket.terminate();
  server.close();
});

test('a connection that has a part of what its address may takes no more streams and messages than that', async () => {
  const limits = { subscriptions: 4, messagesPerMinute: 600, historyPerMinute: 0 };
  const parts = {
    listener: { onEvent: () => undefined, onDisconnected: () => undefined },
    clock,
    random: systemRandom,
  };
  const logger = createLogger({ process: 'test', level: 'silent' });
  const wanted = (coin: string) => connection.want({ kind: 'book', coin });
  const openWith = (sharesSubscriptions: boolean) => {
    const venue = { url: 'ws://127.0.0.1:1', limits: { ...limits, sharesSubscriptions }, converse: () => conversation };
    return new VenueConnection({ ...parts, venue, logger });
  };
  connection = openWith(true);
  connection.divide(2);
  expect(['A', 'B', 'C'].map(wanted)).toEqual([true, true, false]);
  connection.divide(1);
  expect(wanted('C')).toBe(true);
  await connection.close();
  connection = openWith(false);
  connection.divide(2);
  expect(['A', 'B', 'C'].map(wanted)).toEqual([true, true, true]);
});

function follow(authorise?: (stream: AccountStream) => Promise<string>): void {
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { subscriptions: 1, accounts: 2, messagesPerMinute: 600, historyPerMinute: 0 };
  const onAccountEvent = ({ kind, stream }: AccountEvent) => told.push(`${kind} ${stream.account}`);
  const logger = createLogger({ process: 'test', level: 'warn' }, { write: (line) => void logged.push(line) });
  connection = new VenueConnection({
    venue: { url, limits, converse: () => conversation },
    listener: { onEvent: () => undefined, onDisconnected: () => void told.push('broken'), onAccountEvent },
    authorise:
      authorise ??
      (async ({ account }) => {
        tokens += 1;
        return `${account}-${tokens}`;
      }),
    ...{ clock, random: systemRandom, logger },
  });
}

/** Waits until something holds, while time passes. */
async function until(holds: () => boolean, stepMs = 200): Promise<void> {
  for (const giveUpAtMs = performance.now() + WAIT_MS_MAX; !holds(); ) {
    if (performance.now() > giveUpAtMs) throw new Error(`not in time: ${JSON.stringify({ heard, told, logged })}`);
    clock.advance(stepMs);
    await wait(5);
  }
}

test('an account is asked for with its token, and what happens to it is told', async () => {
  follow();
  expect(connection.want(ALICE)).toBe(true);
  await until(() => told.length === 1);
  sockets[0]?.send('changed alice');
  await until(() => told.length === 2, 0);
  expect([heard, told]).toEqual([['ask alice alice-1'], ['account_begun alice', 'account_changed alice']]);
});

test('as many accounts are followed as the venue allows, beside as many markets', () => {
  follow();
  expect([ALICE, BOB, CAROL, ALICE].map((stream) => connection.want(stream))).toEqual([true, true, false, true]);
  expect(['A', 'B'].map((coin) => connection.want({ kind: 'book', coin }))).toEqual([true, false]);
  connection.unwant(BOB);
  expect(connection.want(CAROL)).toBe(true);
});

test('after a reconnect an account is asked for again, with a new token', async () => {
  follow();
  connection.want(ALICE);
  await until(() => told.length === 1);
  sockets[0]?.terminate();
  await until(() => told.length === 3);
  expect(heard).toEqual(['ask alice alice-1', 'ask alice alice-2']);
  expect(told).toEqual(['account_begun alice', 'broken', 'account_begun alice']);
});

test('before its token ends an account is asked for again, with a new one', async () => {
  follow();
  connection.want(ALICE);
  await until(() => told.length === 1);
  const soonMs = clock.nowMs() + RENEW_AFTER_MS - 20_000;
  await until(() => clock.nowMs() >= soonMs, 1_000);
  expect(heard).toHaveLength(1);
  await until(() => told.length === 2, 1_000);
  expect(heard).toEqual(['ask alice alice-1', 'give up alice', 'ask alice alice-2']);
  expect(told).toEqual(['account_begun alice', 'account_begun alice']);
});

test('an account whose token can not be had again is told of no more, until there is one', async () => {
  let isLocked = false;
  follow(async () => {
    if (isLocked) throw new Error('the wallet is locked');
    return 'token';
  });
  connection.want(ALICE);
  await until(() => told.length === 1);
  isLocked = true;
  await until(() => told.length === 2, 1_000);
  isLocked = false;
  await until(() => told.at(-1) === 'account_begun alice', 1_000);
  expect([told[1], heard]).toEqual(['account_ended alice', ['ask alice token', 'give up alice', 'ask alice token']]);
});

test('an account without a token is asked for later, and holds up no other', async () => {
  let isLocked = true;
  follow(async ({ account }) => {
    if (account === 'alice' && isLocked) throw new Error('the wallet is locked');
    return 'token';
  });
  connection.want(ALICE);
  connection.want(BOB);
  await until(() => told.length === 1);
  expect([heard, told]).toEqual([['ask bob token'], ['account_begun bob']]);
  expect(logged.join()).toContain('the wallet is locked');
  isLocked = false;
  await until(() => told.includes('account_begun alice'), 1_000);
  expect(heard).toEqual(['ask bob token', 'ask alice token']);
});

test('an account that is wanted no more is given up', async () => {
  follow();
  connection.want(ALICE);
  await until(() => told.length === 1);
  connection.unwant(ALICE);
  await until(() => heard.length === 2);
  expect([heard.at(-1), told]).toEqual(['give up alice', ['account_begun alice']]);
});

test('a malformed row is named once, and something has happened each time', async () => {
  follow();
  connection.want(ALICE);
  await until(() => told.length === 1);
  for (const reason of ['odd', 'odd', 'odder']) sockets[0]?.send(`changed alice ${reason}`);
  await until(() => told.length === 4, 0);
  expect(logged.filter((line) => line.includes('malformed'))).toHaveLength(2);
});
