import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { routes } from '@platform/rest-facade/routes';
import { z } from 'zod';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

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

/** The official client, which checks every answer against the schema that the tool states. */
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
    expect(tools.map(({ name }) => name).sort()).toEqual(routes.flatMap(({ tool }) => tool ?? []).sort());
    expect(tools.map(({ name }) => name)).toContain('wallet.venue.setup');
    const setup = tools.find(({ name }) => name === 'wallet.venue.setup');
    expect(setup?.inputSchema.required?.toSorted()).toEqual(['amount_usd', 'idempotency_key', 'venue']);
    expect(setup?.outputSchema?.properties).toHaveProperty('status');
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

  test('is told that there is no such tool', async () => {
    const client = await connect({ 'x-api-key': caller.apiKey });
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  });
});

test('a session token opens what only a session does', async () => {
  const client = await connect({ authorization: `Bearer ${caller.sessionToken}` });
  expect((await call(client, 'account.keys.list')).body.keys).toHaveLength(1);
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

  test('a stream to listen on is not offered', async () => {
    const answer = await send(caller.baseUrl, 'GET', '/mcp', { headers: { 'x-api-key': caller.apiKey } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
