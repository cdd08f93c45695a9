import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { VenueConnection } from './connection.js';

/** What bots of one account ask, and what of it reaches the venue. */

const SECOND_MS = 1_000;
let clock: ManualClock;
let venue: VenueConnection;
let server: Server;
let asked: string[];
let status: number;

beforeEach(async () => {
  asked = [];
  status = 200;
  server = createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      asked.push(request.url === '/info' ? JSON.parse(body).type : 'action');
      response.writeHead(status, { 'content-type': 'application/json' }).end(`[${asked.length}]`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  clock = new ManualClock(Date.UTC(2026, 10, 28));
  const { port } = server.address() as AddressInfo;
  venue = new VenueConnection(`http://127.0.0.1:${port}`, 1_000_000, clock);
  // The allowance grows with time.
  clock.advance(SECOND_MS);
});

afterEach(async () => {
  await venue.close();
  await new Promise((resolve) => server.close(resolve));
});

const read = async (type: string) => (await venue.read({ type })).body;

test('bots that ask for the same list at once, or within a minute, ask the venue once', async () => {
  expect(await Promise.all([read('spotMeta'), read('spotMeta')])).toEqual(['[1]', '[1]']);
  clock.advance(59 * SECOND_MS);
  expect(await read('spotMeta')).toBe('[1]');
  clock.advance(2 * SECOND_MS);
  expect(await read('spotMeta')).toBe('[2]');
  expect(asked).toEqual(['spotMeta', 'spotMeta']);
});

test('prices are shared for seconds, and what an account has for one', async () => {
  await read('metaAndAssetCtxs');
  await read('clearinghouseState');
  clock.advance(2 * SECOND_MS);
  await read('metaAndAssetCtxs');
  await read('clearinghouseState');
  expect(asked).toEqual(['metaAndAssetCtxs', 'clearinghouseState', 'clearinghouseState']);
});

test('what was read before an action is not shown after it', async () => {
  await read('openOrders');
  clock.advance(1);
  await venue.exchange(JSON.stringify({ action: { type: 'cancel', cancels: [] }, nonce: 1 }));
  expect(await read('openOrders')).toBe('[3]');
  expect(asked).toEqual(['openOrders', 'action', 'openOrders']);
});

test('a refusal of the venue is passed on, and remembered for nobody', async () => {
  status = 422;
  expect(await venue.read({ type: 'spotMeta' })).toMatchObject({ status: 422, body: '[1]' });
  status = 200;
  expect(await venue.read({ type: 'spotMeta' })).toMatchObject({ status: 200, body: '[2]' });
});
