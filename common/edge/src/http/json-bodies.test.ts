import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { acceptJsonAlone } from './json-bodies.js';

const LARGE = JSON.stringify('x'.repeat(99_000));
/** As many as are worked on at once. */
const ROOM = 4;

let app: FastifyInstance;
let address: string;
/** Whose requests are being worked on. */
let working: string[];
let finish: () => void;

beforeEach(async () => {
  working = [];
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app = fastify({ forceCloseConnections: true });
  acceptJsonAlone(app, {
    bytesMax: 100_000,
    isKnown: async () => true,
    queueKeyOf: ({ headers }) => String(headers['x-caller']),
  });
  app.post('/', async ({ headers }) => {
    working.push(String(headers['x-caller']));
    await finished;
    return {};
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  finish();
  await app.close();
});

const send = (caller: string, body = LARGE, signal?: AbortSignal) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-caller': caller },
    body,
    ...(signal && { signal }),
  });

async function untilWorking(count: number): Promise<void> {
  while (working.length < count) await sleep(5);
}

test('large bodies of one caller wait for room, those of others and small ones do not', async () => {
  const sent = Array.from({ length: ROOM + 2 }, () => send('a'));
  await untilWorking(ROOM);
  sent.push(send('b'), send('a', '{}'));
  await untilWorking(ROOM + 2);
  expect(working.toSorted()).toEqual([...Array.from({ length: ROOM + 1 }, () => 'a'), 'b']);
  finish();
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
});

test('who hangs up while waiting leaves no room taken', async () => {
  const first = Array.from({ length: ROOM }, () => send('a'));
  await untilWorking(ROOM);
  const hungUp = new AbortController();
  const waiting = Array.from({ length: ROOM }, () => send('a', LARGE, hungUp.signal).catch(() => 'hung up'));
  await sleep(100);
  hungUp.abort();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'hung up'));
  finish();
  await Promise.all(first);
  const again = await Promise.all(Array.from({ length: ROOM + 1 }, () => send('a')));
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
});

test('who hangs up while being worked for leaves no room taken once that is over', async () => {
  const hungUp = new AbortController();
  const first = Array.from({ length: ROOM }, () => send('a', LARGE, hungUp.signal).catch(() => 'hung up'));
  await untilWorking(ROOM);
  hungUp.abort();
  expect(await Promise.all(first)).toEqual(first.map(() => 'hung up'));
  await sleep(100);
  finish();
  const again = await Promise.all(Array.from({ length: ROOM + 1 }, () => send('a')));
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
});

test('more large bodies than may wait are refused', async () => {
  const statuses: number[] = [];
  const sent = Array.from({ length: 60 }, () => send('a').then(({ status }) => statuses.push(status)));
  while (statuses.length < 10) await sleep(5);
  // As the platform's servers answer `rate_limited` is another matter.
  expect(new Set(statuses)).toEqual(new Set([500]));
  finish();
  await Promise.all(sent);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
});
