import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { WeightBudget } from '../../http/index.js';
import { REQUESTS_PER_TEN_SECONDS } from '../codec/index.js';
import { PolymarketClient, SHARES } from './index.js';

const opened: { server: Server; client: PolymarketClient }[] = [];
afterEach(async () => {
  for (const { server, client } of opened.splice(0)) {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
});

/** Returns a client of a venue with the given answers, and its requests. */
async function open(answer: RequestListener, attemptTimeoutMs = 20_000) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requestsPerMinute = { gammaRequestsPerMinute: 1_000_000, clobRequestsPerMinute: 1_000_000 };
  const urls = { gammaUrl: `${url}/gamma`, clobUrl: `${url}/clob/` };
  const client = new PolymarketClient({ ...urls, ...requestsPerMinute, attemptTimeoutMs, clock: systemClock });
  opened.push({ server, client });
  return { client, asked };
}
const says =
  (body: unknown, status = 200, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(JSON.stringify(body));

describe('requests', () => {
  test('name what is wanted as the venue documents it', async () => {
    const { client, asked } = await open(
      says({ markets: [], events: null, pagination: { hasMore: false }, history: [] }),
    );
    await client.markets({ mostTraded: true, cursor: 'a=b&c' }, 'read');
    await client.markets({ tokenIds: ['11'], isClosed: true }, 'read');
    await client.markets({ endedSinceMs: 0 }, 'background');
    await client.search({ text: 'São & co?', page: 2, eventsMax: 20 }, 'read');
    await client.pricesHistory('11', { fromS: 60, toS: 119 }, 'background');
    expect(asked).toEqual([
      '/gamma/markets/keyset?limit=100&closed=false&order=volume24hr&ascending=false&after_cursor=a%3Db%26c',
      '/gamma/markets/keyset?limit=100&clob_token_ids=11&closed=true',
      '/gamma/markets/keyset?limit=100&closed=true&end_date_min=1970-01-01T00%3A00%3A00.000Z&order=volumeNum&ascending=false',
      '/gamma/public-search?q=S%C3%A3o+%26+co%3F&page=2&limit_per_type=20&events_status=active&keep_closed_markets=0',
      '/clob/prices-history?market=11&startTs=60&endTs=119&fidelity=1',
    ]);
  });

  test('for a slug that there is not find nothing', async () => {
    const { client, asked } = await open(says({ type: 'not found error', error: 'slug not found' }, 404));
    expect(await client.marketOfSlug('a/../b', 'read')).toEqual({ markets: [], omitted: [] });
    expect(await client.marketsOfEvent('a-b', 'read')).toEqual({ markets: [], omitted: [] });
    expect(asked).toEqual(['/gamma/markets/slug/a%2F..%2Fb', '/gamma/events/slug/a-b']);
  });

  test('for the slug of an event find its markets, and say why one is left out', async () => {
    const { client } = await open(says({ slug: 'a-b', markets: [{ slug: 'a' }] }));
    expect(await client.marketsOfEvent('a-b', 'read')).toEqual({ markets: [], omitted: [expect.any(String)] });
  });
});

describe('an answer', () => {
  test('says whether a sandbox gave it, and up to when it was recorded', async () => {
    const headers = { 'x-sandbox': 'simulated', 'x-sandbox-recorded-until': '60000' };
    const { client } = await open(says({ history: [{ t: 61, p: 0.5 }] }, 200, headers));
    const { rows, sandbox } = await client.pricesHistory('11', { fromS: 60, toS: 119 }, 'read');
    expect([rows.length, sandbox]).toEqual([1, { recordedUntilMs: 60_000 }]);
  });

  test.each([
    ['429 three times', says('slow down', 429), 'refused', 3],
    ['a failure of the venue three times', says('upstream', 502), 'refused', 3],
    ['a refusal', says({ error: "invalid filters: 'startTs' and 'endTs' interval is too long" }, 400), 'refused', 1],
    ['garbage', (_request, response) => void response.end('<html>'), 'malformed', 1],
    ['another shape', says({ history: { time: 1, price: 1 } }), 'malformed', 1],
    ['a broken connection', (request) => void request.socket.destroy(), 'unreachable', 3],
  ] as [string, RequestListener, string, number][])('of %s is an error after %#', async (_, answer, failure, times) => {
    const { client, asked } = await open(answer);
    const history = client.pricesHistory('11', { fromS: 60, toS: 119 }, 'read');
    await expect(history).rejects.toMatchObject({ name: 'VenueReadError', failure });
    expect(asked).toHaveLength(times);
  });

  test('that does not come in time is an error', async () => {
    const { client, asked } = await open(() => undefined, 100);
    await expect(client.marketOfSlug('a', 'read')).rejects.toMatchObject({ name: 'VenueReadError' });
    expect(asked).toHaveLength(3);
  });
});

test.each(['gamma', 'clob'] as const)('in any ten seconds %s gets no more requests than it allows', async (api) => {
  const clock = new ManualClock(1_000_000);
  const budget = new WeightBudget(SHARES[api] * 10, clock);
  const sentAtMs: number[] = [];
  let waiting = 0;
  const ask = () => {
    waiting += 1;
    void budget.take(10, 'read', new AbortController().signal).then(() => {
      waiting -= 1;
      sentAtMs.push(clock.nowMs());
    });
  };
  clock.advance(120_000);
  for (let step = 0; step < 80; step += 1) {
    while (waiting < 900) ask();
    clock.advance(250);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const most = Math.max(
    ...sentAtMs.map((fromMs) => sentAtMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 10_000).length),
  );
  expect(most).toBeLessThanOrEqual(REQUESTS_PER_TEN_SECONDS[api]);
  expect(most).toBeGreaterThan(REQUESTS_PER_TEN_SECONDS[api] * 0.5);
});
