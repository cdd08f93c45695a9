import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { LighterTrading, type LighterTradingOptions } from './index.js';

const DIGITS = 'ab'.repeat(40);
const HASH = `0x${DIGITS}`;
const TOO_LARGE = Buffer.alloc(16 * 1024 * 1024 + 1, ' ');
const sent = { type: 14, txInfo: '{"Nonce":9223372036854775807,"Sig":"a+b/c="}' };
const opened: { server: Server; client: LighterTrading }[] = [];
afterEach(async () => {
  for (const { server, client } of opened.splice(0)) {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
});

/** Returns a client of a venue with the given answers, and its requests. */
async function open(answer: RequestListener, options: Partial<LighterTradingOptions> = {}) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = await text(request).catch(() => '');
    asked.push([method, url, headers['content-type'], headers['authorization'], body].filter(Boolean).join(' '));
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const allowances = { requestsPerMinute: 1_000_000, transactionsPerMinute: 1_000_000 };
  const client = new LighterTrading({ url, ...allowances, attemptTimeoutMs: 20_000, clock: systemClock, ...options });
  opened.push({ server, client });
  return { client, asked };
}

const says =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
const sign = async () => ({ authorization: 'token' });

describe('a transaction', () => {
  test.each<[string, RequestListener, string]>([
    ['that is accepted', says({ code: 200, tx_hash: DIGITS }), 'answered'],
    ['that is refused', says({ code: 21_733, message: 'order price flagged' }, 400), 'answered'],
    ['that the venue has no time for', says({ code: 23_000 }, 429), 'answered'],
    ['that the venue fails at', says('<html>', 502), 'answered'],
    ['whose answer has more than 16 MiB', (_request, response) => void response.end(TOO_LARGE), 'unknown'],
    ['whose connection breaks', (request) => void request.socket.destroy(), 'unknown'],
  ])('%s is sent once, as a form that keeps every digit', async (_what, answer, kind) => {
    const { client, asked } = await open(answer);
    expect((await client.send(sent)).kind).toBe(kind);
    const form = 'tx_type=14&tx_info=%7B%22Nonce%22%3A9223372036854775807%2C%22Sig%22%3A%22a%2Bb%2Fc%3D%22%7D';
    expect(asked).toEqual([`POST /api/v1/sendTx application/x-www-form-urlencoded ${form}`]);
  });

  test('whose answer does not come is sent once', async () => {
    const { client, asked } = await open(() => undefined, { attemptTimeoutMs: 1_000 });
    expect(await client.send(sent)).toMatchObject({ kind: 'unknown' });
    expect(asked).toHaveLength(1);
  });

  test('to nobody was not sent', async () => {
    const { client } = await open(says({}), { url: 'http://127.0.0.1:1' });
    expect(await client.send(sent)).toMatchObject({ kind: 'unsent' });
  });

  test('beyond the allowance of transactions was not sent, while reads go on', async () => {
    const { client, asked } = await open(says({ code: 200, nonce: 5 }), { transactionsPerMinute: 1 });
    const [answer, nonce] = await Promise.all([
      client.send(sent),
      client.nextNonce({ accountIndex: 12, apiKeyIndex: 4 }),
    ]);
    expect(answer).toMatchObject({ kind: 'unsent', reason: expect.stringContaining('allowance') });
    expect([nonce, asked]).toEqual([5, ['GET /api/v1/nextNonce?account_index=12&api_key_index=4']]);
  });
});

describe('a look-up by hash', () => {
  const shown = {
    ...{ code: 200, hash: DIGITS, type: 14, event_info: '', status: 2, account_index: 12, api_key_index: 4, nonce: 7 },
    ...{ expire_at: 1, executed_at: 1 },
  };

  test('asks without 0x, and takes an answer with numbers of any size', async () => {
    const { client, asked } = await open(
      says(`{"sequence_index":92233720368547758079,${JSON.stringify(shown).slice(1)}`),
    );
    expect(await client.transaction(HASH)).toMatchObject({ hash: HASH, state: 'executed', nonce: 7 });
    expect(asked).toEqual([`GET /api/v1/tx?by=hash&value=${DIGITS}`]);
  });

  test.each([400, 200])("finds none where the venue's own code says so, with status %i", async (status) => {
    const { client } = await open(says({ code: 21_500, message: 'transaction not found' }, status));
    expect(await client.transaction(HASH)).toBeUndefined();
  });

  test.each<[string, RequestListener]>([
    ["a proxy's 404", says('{"code":21500}', 404)],
    ['another code', says({ code: 29_500, message: 'internal server error' }, 400)],
    ['no JSON', says('<html>', 400)],
    ['half an answer', says('{"code":200,"hash":', 200)],
    ['another shape', says({ code: 200, hash: DIGITS })],
  ])('proves nothing by %s', async (_what, answer) => {
    const { client } = await open(answer);
    await expect(client.transaction(HASH)).rejects.toMatchObject({ name: 'VenueReadError' });
  });

  test('is repeated when the venue has no time for it', async () => {
    let times = 0;
    const { client } = await open((_request, response) => {
      times += 1;
      response.writeHead(times === 1 ? 429 : 200).end(JSON.stringify(shown));
    });
    expect(await client.transaction(HASH)).toMatchObject({ nonce: 7 });
  });
});

describe('an account', () => {
  test('is found by its address, or is not there', async () => {
    const answer = { code: 200, l1_address: '0xAb', sub_accounts: [{ account_type: 0, index: 12 }] };
    const { client, asked } = await open(says(answer));
    expect([await client.accountOf('0xAb'), await client.accountOf('0xAb')]).toEqual([12, 12]);
    // An address's own account has the same number for ever: it is asked for once.
    expect(asked).toEqual(['GET /api/v1/accountsByL1Address?l1_address=0xAb']);
    const { client: other } = await open(says({ code: 21_100, message: 'account not found' }, 400));
    expect(await other.accountOf('0xAb')).toBeUndefined();
  });

  test('shows its orders to its own token alone', async () => {
    const order = { order_index: 1, client_order_index: 7, market_index: 0, status: 'open', filled_base_amount: '0.0' };
    const { client, asked } = await open(says({ code: 200, orders: [order, { status: 5 }] }));
    const request = { accountIndex: 12, marketIndex: 0 };
    expect(await client.activeOrders(request, sign)).toMatchObject({
      orders: [{ order_index: '1' }],
      malformedCount: 1,
    });
    await client.endedOrders(request, sign);
    expect(asked).toEqual([
      'GET /api/v1/accountActiveOrders?account_index=12&market_id=0 token',
      'GET /api/v1/accountInactiveOrders?account_index=12&market_id=0&limit=100 token',
    ]);
  });
});

test("the venue's clock is read, and whether it answers is asked once within seconds", async () => {
  const { client, asked } = await open(says({ status: 200, network_id: 304, timestamp: 1_797_000_000 }));
  expect(await client.timeMs()).toBe(1_797_000_000_000);
  await client.checkReachable();
  await client.checkReachable();
  expect(asked).toEqual(['GET /', 'GET /']);
});
