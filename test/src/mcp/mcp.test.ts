import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { routes, toolOnlyRoutes } from '@platform/rest-facade/routes';
import { z } from 'zod';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { ASKED_MS_MAX, type Inspect, openInspector } from './inspector.js';

/** The names of all tools. */
const offered = [...routes, ...toolOnlyRoutes].flatMap(({ tool }) => tool ?? []);
const INSTALLED_MS_MAX = 300_000;

let platform: Platform;
let caller: Caller;
let address: string;
const clients: Client[] = [];

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'mcp@example.com');
  const { body } = await send(caller.baseUrl, 'GET', '/.well-known/mcp.json');
  address = body.remotes[0].url;
}, 180_000);

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await platform[Symbol.asyncDispose]();
});

/** The official client, which checks every answer against the tool's schema. */
async function connect(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  return client;
}

const answerSchema = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { isError, content, structuredContent } = answerSchema.parse(await client.callTool({ name, arguments: given }));
  return { isError, body: JSON.parse(content[0].text), structuredContent };
}

describe('the official client with an API key', () => {
  test('lists a tool for every operation that answers JSON, with what it takes and gives', async () => {
    const client = await connect({ 'x-api-key': caller.apiKey });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(offered.toSorted());
    expect(tools.map(({ name }) => name)).toContain('wallet.venue.setup');
    const setup = tools.find(({ name }) => name === 'wallet.venue.setup');
    expect(setup?.inputSchema.required?.toSorted()).toEqual(['amount_usd', 'idempotency_key', 'venue']);
    expect(setup?.outputSchema?.properties).toHaveProperty('status');
  });

  test('gets a list of tools of at most 1.4 KB each, and at most 200 candles unless it asks for more', async () => {
    const headers = { accept: 'application/json, text/event-stream', 'x-api-key': caller.apiKey };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const listed = await send(caller.baseUrl, 'POST', '/mcp', { headers, body });
    expect(Buffer.byteLength(JSON.stringify(listed.body)) / listed.body.result.tools.length).toBeLessThanOrEqual(1_400);
    const client = await connect({ 'x-api-key': caller.apiKey });
    const market = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC', timeframe: '1h' };
    const { body: unasked } = await call(client, 'context.candles.list', market);
    const { body: asked } = await call(client, 'context.candles.list', { ...market, limit: 300 });
    expect([unasked.candles.length, asked.candles.length]).toEqual([200, 300]);
  });

  test('runs a backtest to its end', async () => {
    const client = await connect({ authorization: `Bearer ${caller.apiKey}` });
    const wanted = { ...backtestRequest(), idempotency_key: 'from-a-tool' };
    const created = await call(client, 'runtime.backtests.create', wanted);
    expect([created.isError, created.structuredContent]).toEqual([false, { id: expect.any(String), status: 'queued' }]);
    const again = await call(client, 'runtime.backtests.create', wanted);
    expect(again.body).toEqual(created.body);
    const ended = await until(
      'the end of the backtest',
      () => call(client, 'runtime.backtests.get', { id: created.body.id }),
      ({ body }) => body.status === 'finished' || body.status === 'error',
    );
    expect(ended.structuredContent).toMatchObject({ status: 'finished', result: { trades: expect.any(Number) } });
    const rest = await caller.send('GET', `/runtime/backtests/${created.body.id}`);
    expect(ended.body).toEqual(rest.body);
    const listed = await caller.send('GET', '/runtime/backtests?limit=1');
    expect((await call(client, 'runtime.backtests.list', { limit: 1 })).body).toEqual(listed.body);
  }, 240_000);

  test.each([
    ['runtime.backtests.get', { id: 'nobodys' }, 'backtest_not_found'],
    ['runtime.backtests.get', {}, 'invalid_request'],
    ['runtime.backtests.list', { limit: 0 }, 'invalid_request'],
    ['runtime.backtests.list', { nope: 1 }, 'invalid_request'],
    ['runtime.executions.submit', { venue: 'hyperliquid', action: {} }, 'idempotency_key_required'],
    ['wallet.venue.setup', { venue: '../..', amount_usd: '50.00', idempotency_key: 'a' }, 'venue_not_supported'],
    ['account.keys.list', {}, 'unauthorized'],
  ])('is told by %s with %j what REST would: %s', async (name, given, code) => {
    const client = await connect({ 'x-api-key': caller.apiKey });
    const { isError, body, structuredContent } = await call(client, name, given);
    expect([isError, body.error.code, structuredContent]).toEqual([true, code, undefined]);
    expect(body.error.docs_url).toMatch(new RegExp(`/docs/errors/${code}$`));
  });

  test('is told of its own arguments, not of headers', async () => {
    const client = await connect({ 'x-api-key': caller.apiKey });
    const { body } = await call(client, 'wallet.venue.setup', { venue: 'hyperliquid', amount_usd: '50.00' });
    expect(body.error).toMatchObject({
      message: '`idempotency_key` is required.',
      details: [{ path: 'idempotency_key' }],
    });
  });

  test('calls a tool by its name without dots', async () => {
    const client = await connect({ 'x-api-key': caller.apiKey });
    const dotted = await call(client, 'context.venues.list');
    expect(dotted.body.venues).not.toEqual([]);
    expect((await call(client, 'context_venues_list')).structuredContent).toEqual(dotted.structuredContent);
  });

  test('is told the order of work, and reads the documents', async () => {
    const client = await connect({ 'x-api-key': caller.apiKey });
    expect(client.getInstructions()).toContain('Poll runtime.backtests.get');
    expect(client.getInstructions()).toContain(`POST ${caller.baseUrl}/account/register`);
    const { resources } = await client.listResources();
    const named = ['docs://interface', 'docs://errors', 'docs://withdrawal-authorization'];
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(named));
    for (const { uri, mimeType } of resources)
      expect((await client.readResource({ uri })).contents).toEqual([
        { uri, mimeType, text: expect.stringMatching(mimeType === 'application/json' ? /^\{/ : /^# /) },
      ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['docs://errors/{code}']);
    await expect(client.readResource({ uri: 'docs://nope' })).rejects.toMatchObject({ code: -32_002 });
  });

  test('is told that there is no such tool', async () => {
    const client = await connect({ 'x-api-key': caller.apiKey });
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  });
});

test('a session token opens what only a session does', async () => {
  const client = await connect({ authorization: `Bearer ${caller.sessionToken}` });
  expect((await call(client, 'account.keys.list')).body.keys).toHaveLength(1);
});

test('a key and a session token beside each other open both', async () => {
  const client = await connect({ 'x-api-key': caller.apiKey, authorization: `Bearer ${caller.sessionToken}` });
  expect((await call(client, 'account.keys.list')).isError).toBe(false);
  expect((await call(client, 'account.get')).isError).toBe(false);
});

describe('the Inspector', () => {
  let home: string;
  let inspect: Inspect;
  const withKey = () => ['--header', `x-api-key: ${caller.apiKey}`];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'inspector-'));
    inspect = await openInspector(home);
  }, INSTALLED_MS_MAX);

  afterAll(() => rm(home, { recursive: true, force: true }));

  test.each([
    ['', 'wallet.venue.setup'],
    ['?names=underscores', 'wallet_venue_setup'],
  ])(
    'finds no fault with the tools at /mcp%s',
    async (query, setup) => {
      const listed = await inspect(address + query, ...withKey(), '--method', 'tools/list', '--strict');
      expect([listed.code, listed.problems]).toEqual([0, '']);
      const { tools } = listed.answer.result;
      expect(tools).toHaveLength(offered.length);
      expect(tools.map(({ name }: { name: string }) => name)).toContain(setup);
    },
    ASKED_MS_MAX,
  );

  test(
    'calls a tool with arguments, and shows a refusal',
    async () => {
      const method = ['--method', 'tools/call', '--tool-name'];
      const given = ['--tool-arg', 'query=BTC', 'limit=2'];
      const plain = `${address}?names=underscores`;
      const called = await inspect(plain, ...withKey(), ...method, 'context_markets_list', ...given);
      const { body } = await caller.send('GET', '/context/markets?query=BTC&limit=2');
      const symbols = (markets: { symbol: string }[]) => markets.map(({ symbol }) => symbol);
      const { structuredContent } = called.answer.result;
      expect([called.code, symbols(structuredContent.markets)]).toEqual([0, symbols(body.markets)]);
      const refused = await inspect(address, ...withKey(), ...method, 'account.keys.list');
      const { isError, content } = refused.answer.result;
      expect([refused.code, isError, JSON.parse(content[0].text).error.code]).toEqual([5, true, 'unauthorized']);
    },
    2 * ASKED_MS_MAX,
  );

  test(
    'reads a document',
    async () => {
      const uri = 'docs://errors/invalid_code';
      const read = await inspect(address, ...withKey(), '--method', 'resources/read', '--uri', uri);
      expect([read.code, read.answer.result.contents[0].text]).toEqual([0, expect.stringContaining('# invalid_code')]);
    },
    ASKED_MS_MAX,
  );
});

describe('nobody else gets in', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const accept = { accept: 'application/json, text/event-stream' };

  test.each([
    ['nothing', {}],
    ['a wrong key', { 'x-api-key': 'tp_wrong' }],
    ['a wrong token', { authorization: 'Bearer wrong' }],
  ])('with %s', async (_name, credential) => {
    const answer = await send(caller.baseUrl, 'POST', '/mcp', { headers: { ...accept, ...credential }, body: message });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
    await expect(connect(credential)).rejects.toThrow();
  });

  test('names of no known form are refused', async () => {
    const headers = { ...accept, 'x-api-key': caller.apiKey };
    const answer = await send(caller.baseUrl, 'POST', '/mcp?names=dashes', { headers, body: message });
    expect([answer.status, answer.body.error.details]).toEqual([
      400,
      [{ path: 'names', message: 'must be `dots` or `underscores`' }],
    ]);
  });

  test('a stream to listen on is not offered', async () => {
    const answer = await send(caller.baseUrl, 'GET', '/mcp', { headers: { 'x-api-key': caller.apiKey } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
