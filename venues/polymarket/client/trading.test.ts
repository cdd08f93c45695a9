import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { type ClobWrite, PolymarketTrading } from './index.js';

const ID = `0x${'ab'.repeat(32)}` as const;
const TOO_LARGE = Buffer.alloc(16 * 1024 * 1024 + 1, ' ');
const post: ClobWrite = { path: '/order', method: 'POST', body: '{"order":{}}' };
const opened: { server: Server; client: PolymarketTrading }[] = [];
afterEach(async () => {
  for (const { server, client } of opened.splice(0)) {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
});

/** Returns a client of a venue with the given answers, its requests, and what was signed. */
async function open(answer: RequestListener, options: { attemptTimeoutMs?: number; requestsPerMinute?: number } = {}) {
  const asked: string[] = [];
  const signed: string[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    asked.push([method, url, headers['poly_signature'], await text(request).catch(() => '')].filter(Boolean).join(' '));
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clobUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/clob`;
  const terms = { requestsPerMinute: 1_000_000, attemptTimeoutMs: 20_000, ...options };
  const client = new PolymarketTrading({ clobUrl, clock: systemClock, ...terms });
  opened.push({ server, client });
  const sign = async ({ method, path }: { method: string; path: string }) => {
    signed.push(`${method} ${path}`);
    return { POLY_SIGNATURE: 'sig' };
  };
  return { client, asked, signed, sign };
}

const says =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(JSON.stringify(body));
/** Answers each path with its own body. */
const byPath =
  (bodies: Readonly<Record<string, unknown>>): RequestListener =>
  ({ url = '' }, response) =>
    void response.end(JSON.stringify(bodies[url] ?? null));

const order = {
  ...{ id: ID, status: 'LIVE', asset_id: '7', side: 'BUY', price: '0.5', original_size: '10', size_matched: '0' },
  created_at: 1_790_000_000,
};
const trade = { id: 't1', status: 'MATCHED', taker_order_id: ID, maker_orders: [] };

describe('a write', () => {
  test.each<[string, RequestListener, string]>([
    ['that is answered', says({ success: true }), 'answered'],
    ['that is refused', says({ error: 'not enough balance / allowance' }, 400), 'answered'],
    ['while the venue restarts', says({}, 425), 'answered'],
    ['that the venue has no time for', says('slow down', 429), 'answered'],
    ['that the venue fails at', says({ error: 'Internal server error' }, 500), 'answered'],
    ['whose answer has more than 16 MiB', (_request, response) => void response.end(TOO_LARGE), 'unknown'],
    ['whose connection breaks', (request) => void request.socket.destroy(), 'unknown'],
  ])('%s is sent once', async (_what, answer, kind) => {
    const { client, asked } = await open(answer);
    expect((await client.send(post, { POLY_SIGNATURE: 'sig' })).kind).toBe(kind);
    expect(asked).toEqual(['POST /clob/order sig {"order":{}}']);
  });

  test('whose answer does not come is sent once', async () => {
    const { client, asked } = await open(() => undefined, { attemptTimeoutMs: 1_000 });
    expect(await client.send(post, {})).toMatchObject({ kind: 'unknown' });
    expect(asked).toHaveLength(1);
  });

  test('to nobody was not sent', async () => {
    const clobUrl = 'http://127.0.0.1:1';
    const client = new PolymarketTrading({ clobUrl, requestsPerMinute: 1_000_000, clock: systemClock });
    expect((await client.send(post, {})).kind).toBe('unsent');
    await client.close();
  });

  test('that finds no allowance in time is not sent', async () => {
    const { client, asked } = await open(says({}), { requestsPerMinute: 1 });
    expect(await client.send(post, {})).toMatchObject({ kind: 'unsent' });
    expect(asked).toEqual([]);
  });

  test.each<[ClobWrite, string]>([
    [{ path: '/order', method: 'DELETE', body: `{"orderID":"${ID}"}` }, `DELETE /clob/order sig {"orderID":"${ID}"}`],
    [{ path: '/orders', method: 'DELETE', body: `["${ID}"]` }, `DELETE /clob/orders sig ["${ID}"]`],
    [{ path: '/cancel-all', method: 'DELETE', body: undefined }, 'DELETE /clob/cancel-all sig'],
  ])('of $path is a $method', async (write, sent) => {
    const { client, asked } = await open(says({ canceled: [], not_canceled: {} }));
    expect((await client.send(write, { POLY_SIGNATURE: 'sig' })).kind).toBe('answered');
    expect(asked).toEqual([sent]);
  });
});

describe('a read', () => {
  test('of a market finds it by its token', async () => {
    const facts = {
      c: ID,
      t: [
        { t: '7', o: 'Yes' },
        { t: '8', o: 'No' },
      ],
      mts: 0.01,
      mos: 5,
      nr: false,
    };
    const { client, asked } = await open(
      byPath({ '/clob/markets-by-token/7': { condition_id: ID }, [`/clob/clob-markets/${ID}`]: facts }),
    );
    expect(await client.marketOf(7n)).toMatchObject({ conditionId: ID, tickSize: '0.01', minimumSize: 5 });
    expect(asked).toEqual(['GET /clob/markets-by-token/7', `GET /clob/clob-markets/${ID}`]);
  });

  test('of a token or an order that the venue does not know finds nothing', async () => {
    const { client, sign } = await open(says({ error: 'market not found' }, 404));
    expect(await client.marketOf(7n)).toBeUndefined();
    expect(await client.order(ID, sign)).toBeUndefined();
    const { client: another, sign: signing } = await open(says(null));
    expect(await another.order(ID, signing)).toBeUndefined();
  });

  test('of an order is signed without what stands before the API', async () => {
    const { client, asked, signed, sign } = await open(says(order));
    expect(await client.order(ID, sign)).toMatchObject({ id: ID, status: 'LIVE' });
    expect([asked, signed]).toEqual([[`GET /clob/data/order/${ID} sig`], [`GET /data/order/${ID}`]]);
  });

  test('of open orders goes to the last page, and signs each without its query', async () => {
    const { client, asked, signed, sign } = await open(
      byPath({
        '/clob/data/orders?asset_id=7&next_cursor=MA%3D%3D': { data: [order], next_cursor: 'MTAw' },
        '/clob/data/orders?asset_id=7&next_cursor=MTAw': { data: [order], next_cursor: 'LTE=' },
      }),
    );
    expect(await client.openOrders({ tokenId: 7n }, sign)).toHaveLength(2);
    expect(asked).toHaveLength(2);
    expect(signed).toEqual(['GET /data/orders', 'GET /data/orders']);
  });

  test('of pages without an end is refused', async () => {
    const { client, asked, sign } = await open(says({ data: [], next_cursor: 'MTAw' }));
    await expect(client.openOrders({}, sign)).rejects.toMatchObject({ failure: 'malformed' });
    expect(asked).toHaveLength(20);
  });

  test('of an order’s trades leaves out those of others', async () => {
    const others = { ...trade, id: 't2', taker_order_id: '0x1' };
    const made = { ...others, id: 't3', maker_orders: [{ order_id: ID }] };
    const { client, asked, sign } = await open(says({ data: [trade, others, made], next_cursor: 'LTE=' }));
    const found = await client.tradesOf(ID, { tokenId: 7n, sinceS: 1_790_000_000 }, sign);
    expect(found.map(({ id }) => id)).toEqual(['t1', 't3']);
    expect(asked).toEqual(['GET /clob/data/trades?asset_id=7&after=1790000000&next_cursor=MA%3D%3D sig']);
  });

  test('of the version and of the clock', async () => {
    const { client } = await open(byPath({ '/clob/version': { version: 2 }, '/clob/time': 1_790_000_000 }));
    expect([await client.orderVersion(), await client.timeS()]).toEqual([2, 1_790_000_000]);
  });

  test.each<[string, RequestListener, string, number]>([
    ['429 three times', says('slow down', 429), 'refused', 3],
    ['a failure of the venue three times', says('upstream', 502), 'refused', 3],
    ['a restart', says({}, 425), 'refused', 1],
    ['a proxy’s 404', says('404 page', 404), 'refused', 1],
    ['a 404 of something else', (_request, response) => void response.writeHead(404).end('<html>'), 'refused', 1],
    ['a refusal', says({ error: 'Unauthorized/Invalid api key' }, 401), 'refused', 1],
    ['garbage', (_request, response) => void response.end('<html>'), 'malformed', 1],
    ['another shape', says({ ...order, size_matched: -1 }), 'malformed', 1],
    ['a broken connection', (request) => void request.socket.destroy(), 'unreachable', 3],
  ])('that ends in %s is an error: it proves nothing of the order', async (_what, answer, failure, times) => {
    const { client, asked, sign } = await open(answer);
    await expect(client.order(ID, sign)).rejects.toMatchObject({ name: 'VenueReadError', failure });
    expect(asked).toHaveLength(times);
  });
});
