import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type WebSocket, WebSocketServer } from 'ws';
import type { OwnStreams, SignedRead } from '../../native-actions/index.js';
import { openOwnStreams } from './own-streams.js';

const WAIT_MS_MAX = 10_000;
const ALICE = account('alice');
const NUMBERS: Readonly<Record<string, number>> = { alice: 11, bob: 12, carol: 13, dave: 14, erin: 15, frank: 16 };
const clock = new ManualClock(1_797_000_000_000);
let server: WebSocketServer;
let sockets: WebSocket[];
let heard: { channel: string; auth?: string }[];
let told: string[];
let reads: SignedRead[];
let numbersAsked: string[];
let isUp: boolean;
let streams: OwnStreams;

function account(name: string) {
  return { executionId: `exe_${name}`, accountId: `acc_${name}`, accountAddress: name };
}

beforeEach(async () => {
  [sockets, heard, told, reads, numbersAsked, isUp] = [[], [], [], [], [], true];
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      const { type, channel, auth } = JSON.parse(String(data));
      if (type === 'ping') socket.send('{"type":"pong"}');
      if (type === 'subscribe') heard.push({ channel, auth });
      if (type === 'subscribe') say('subscribed', channel, socket);
    });
  });
  await once(server, 'listening');
  const client = {
    accountOf: async (address: string) => {
      numbersAsked.push(address);
      if (!isUp) throw new Error('the venue is down');
      return NUMBERS[address];
    },
  };
  const readHeaders = async (_venue: string, read: SignedRead) => {
    reads.push(read);
    return { authorization: `token ${reads.length}` };
  };
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listener = {
    onBegun: (address: string) => void told.push(`begun ${address}`),
    onChanged: (address: string) => void told.push(`changed ${address}`),
    onEnded: (address: string) => void told.push(`ended ${address}`),
  };
  const logger = createLogger({ process: 'test', level: 'silent' });
  const open = openOwnStreams({ url, client, signer: { readHeaders }, clock });
  streams = open(listener, { random: systemRandom, logger });
});
afterEach(async () => {
  await streams.close();
  for (const socket of sockets) socket.terminate();
  server.close();
});

/** Tells of a channel, as the venue does: `account_tx/11`. */
function say(type: 'subscribed' | 'update', channel: string, socket = sockets.at(-1), fields: object = {}): void {
  const name = channel.replace('/', ':');
  socket?.send(JSON.stringify({ type: `${type}/${channel.split('/')[0]}`, channel: name, txs: [], ...fields }));
}

async function until(holds: () => boolean, stepMs = 200): Promise<void> {
  for (const giveUpAtMs = performance.now() + WAIT_MS_MAX; !holds(); ) {
    if (performance.now() > giveUpAtMs) throw new Error(`not in time: ${JSON.stringify({ heard, told })}`);
    clock.advance(stepMs);
    await wait(5);
  }
}

test('an account is followed by its orders, trades and transactions, with one token of its wallet', async () => {
  streams.follow(ALICE);
  expect(streams.isTold('alice')).toBe(false);
  await until(() => told.length === 1);
  expect(heard.map(({ channel }) => channel)).toEqual(['account_all_orders/11', 'account_all/11', 'account_tx/11']);
  expect(new Set(heard.map(({ auth }) => auth))).toEqual(new Set(['token 1']));
  expect(reads).toEqual([{ ...ALICE, path: '/stream' }]);
  expect([told, streams.isTold('alice')]).toEqual([['begun alice'], true]);
  const hash = 'ab'.repeat(40);
  say('update', 'account_tx/11', sockets[0], { txs: [{ hash, status: 2 }] });
  await until(() => told.length === 2, 0);
  expect(told.at(-1)).toBe('changed alice');
});

test('after a reconnect it is asked for again with a new token, for the newest execution', async () => {
  streams.follow(ALICE);
  await until(() => streams.isTold('alice'));
  streams.follow({ ...ALICE, executionId: 'exe_later' });
  sockets[0]?.terminate();
  await until(() => told.length === 3);
  expect(told).toEqual(['begun alice', 'ended alice', 'begun alice']);
  expect(reads.map(({ executionId }) => executionId)).toEqual(['exe_alice', 'exe_later']);
  expect([heard.length, heard.at(-1)?.auth]).toEqual([6, 'token 2']);
});

test('before its token ends it is asked for again, and may have changed in between', async () => {
  streams.follow(ALICE);
  await until(() => streams.isTold('alice'));
  await until(() => told.length === 2, 1_000);
  expect([told, streams.isTold('alice'), heard.at(-1)?.auth]).toEqual([
    ['begun alice', 'changed alice'],
    true,
    'token 2',
  ]);
});

test('one that is not followed any more is not told of', async () => {
  streams.follow(ALICE);
  await until(() => streams.isTold('alice'));
  streams.unfollow('alice');
  expect(streams.isTold('alice')).toBe(false);
  say('update', 'account_all_orders/11', sockets[0], { orders: { 0: [{}] } });
  await until(() => heard.length === 3);
  await wait(50);
  expect(told).toEqual(['begun alice']);
});

test('no more than five are followed at once', async () => {
  for (const name of Object.keys(NUMBERS)) streams.follow(account(name));
  await until(() => told.length === 5);
  expect([streams.isTold('erin'), streams.isTold('frank')]).toEqual([true, false]);
  streams.unfollow('alice');
  streams.follow(account('frank'));
  await until(() => streams.isTold('frank'));
});

test('one whose number can not be read is followed once it is asked for again', async () => {
  isUp = false;
  streams.follow(ALICE);
  await until(() => numbersAsked.length === 1, 0);
  await wait(20);
  isUp = true;
  streams.follow(ALICE);
  await until(() => streams.isTold('alice'));
  expect(numbersAsked).toEqual(['alice', 'alice']);
});

test('an address without an account is not told of', async () => {
  streams.follow(account('nobody'));
  await until(() => numbersAsked.length === 1, 0);
  await wait(20);
  expect([heard, streams.isTold('nobody')]).toEqual([[], false]);
});
