import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errorPages } from '../documents/error-pages.js';
import { Gateway } from '../gateway/gateway.js';
import type { Operation } from '../gateway/operation.js';
import { livenessRoutes } from '../health/liveness.js';
import { idempotencyKey, limit, replayHeaders, usd } from '../routes/fields.js';
import { defineRoute, noFields } from '../routes/route.js';
import { sendJson, startStubGateway } from '../testing/stub-gateway.js';
import type { Envelope } from './envelope.js';
import { buildServer } from './server.js';

const thingGet: Operation<{ thing: { id: string; price: string } }, { id: string; first: number }> = {
  toString: () => 'query ThingGet($id: ID!, $first: Int) { thing(id: $id, first: $first) { id price } }',
};
const thingCreate: Operation<{ createThing: { replayed: boolean } }, { name: string }> = {
  toString: () => 'mutation ThingCreate($name: String!) { createThing(name: $name) { replayed } }',
};
const routes = [
  defineRoute({
    method: 'GET',
    path: '/things/{id}',
    tool: 'things.get',
    summary: 'One thing.',
    authentication: 'key',
    request: z.object({
      ...noFields,
      params: z.strictObject({ id: z.string() }),
      query: z.strictObject({ limit: limit() }),
    }),
    response: { 200: z.object({ id: z.string(), price_usd: usd }) },
    operation: thingGet,
    variables: ({ params, query }) => ({ id: params.id, first: query.limit }),
    respond: ({ thing }) => ({ status: 200, body: { id: thing.id, price_usd: thing.price } }),
  }),
  defineRoute({
    method: 'POST',
    effect: 'adds',
    path: '/things',
    tool: 'things.create',
    summary: 'Creates a thing.',
    authentication: 'key',
    invalidRequest: 'validation_failed',
    request: z.object({
      ...noFields,
      headers: z.object({ 'idempotency-key': idempotencyKey }),
      body: z.strictObject({ name: z.string(), range: z.strictObject({ from: z.string() }).optional() }),
    }),
    response: { 202: z.object({ status: z.string() }) },
    operation: thingCreate,
    variables: ({ body }) => ({ name: body.name }),
    respond: ({ createThing }) => ({
      status: 202,
      body: { status: 'queued' },
      headers: replayHeaders(createThing.replayed),
    }),
  }),
  defineRoute({
    method: 'POST',
    effect: 'adds',
    path: '/v1/things',
    tool: 'legacy.things.create',
    summary: 'Creates a thing as it once was.',
    authentication: 'key',
    request: z.object({ ...noFields, body: z.strictObject({ name: z.string() }) }),
    response: { 201: z.object({}) },
    operation: thingCreate,
    variables: ({ body }) => ({ name: body.name }),
    respond: () => ({ status: 201, body: {} }),
  }),
  defineRoute({
    method: 'DELETE',
    effect: 'removes',
    path: '/things/{id}',
    tool: 'things.delete',
    summary: 'Deletes a thing.',
    authentication: 'session',
    request: z.object({ ...noFields, params: z.strictObject({ id: z.string() }) }),
    response: { 200: z.object({}) },
    operation: thingGet,
    variables: ({ params }) => ({ id: params.id, first: 1 }),
    respond: () => ({ status: 200, body: {} }),
  }),
];

const logged: string[] = [];
let stub: ReturnType<typeof startStubGateway>;
let gateway: Gateway;
let app: FastifyInstance;
let base: string;

beforeAll(async () => {
  stub = startStubGateway();
  gateway = new Gateway(stub.executor);
  app = buildServer({
    routes,
    localRoutes: [...livenessRoutes(systemClock), ...errorPages()],
    gateway,
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => 'https://api.example',
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'error' }, { write: (line: string) => void logged.push(line) }),
  });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await app.close();
});

const trader = { credential_type: 'api_key', permissions: ['all'] };

beforeEach(() => {
  stub.questions.length = 0;
  stub.answerWith((response, { path }) =>
    path === '/caller'
      ? sendJson(response, trader)
      : sendJson(response, { data: { thing: { id: 't1', price: '0.30' }, createThing: { replayed: true } } }),
  );
});

const json = { 'content-type': 'application/json' };
const key = { 'x-api-key': 'k' };

async function send(method: string, path: string, headers: Record<string, string> = key, body?: string) {
  const response = await fetch(base + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const answer: unknown = await response.json();
  return { status: response.status, headers: response.headers, body: answer as Envelope };
}

function create(body: string, headers: Record<string, string> = {}) {
  return send('POST', '/things', { ...json, ...key, 'idempotency-key': 'a', ...headers }, body);
}

describe('a request that is well formed', () => {
  test('becomes one operation asked with the caller key and the request id', async () => {
    const answer = await send('GET', '/things/t%201?limit=5', { ...key, 'x-request-id': 'r-1', authorization: 'x' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: 't1', price_usd: 0.3 });
    expect(answer.headers.get('x-request-id')).toBe('r-1');
    expect(stub.questions).toHaveLength(1);
    expect(stub.questions[0]?.body.variables).toEqual({ id: 't 1', first: 5 });
    expect(stub.questions[0]).toMatchObject({ id: 'r-1', body: { query: thingGet.toString() } });
    expect(stub.questions[0]?.headers).toEqual({ 'x-api-key': 'k' });
  });

  test('shows a replay', async () => {
    const answer = await create('{"name":"x"}');
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
  });
});

describe('a malformed request is refused before the graph is asked', () => {
  test.each([
    ['a wrong type', '{"name":1}', 'name'],
    ['an unknown field', '{"name":"x","nmae":1}', 'nmae'],
    ['an unknown nested field', '{"name":"x","range":{"from":"a","to":"b"}}', 'range.to'],
    ['a missing field', '{}', 'name'],
    ['an absent body', '', ''],
    ['a body that is no object', '[]', ''],
    ['invalid JSON', '{"name":', ''],
    ['a prototype', '{"name":"x","__proto__":{}}', ''],
  ])('%s', async (_case, body, path) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: {
        code: 'validation_failed',
        message: expect.any(String),
        details: [{ path, message: expect.any(String) }],
        docs_url: 'https://api.example/docs/errors/validation_failed',
      },
    });
    expect(stub.questions.map(({ path: asked }) => asked)).toEqual(['/caller']);
  });

  test.each([['abc'], ['0'], ['101'], ['1.5'], [''], ['1e1'], ['5&limit=6']])('limit=%s', async (value) => {
    const answer = await send('GET', `/things/t1?limit=${value}`);
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
      400,
      'invalid_request',
      [{ path: 'limit', message: expect.any(String) }],
    ]);
  });

  test('an unknown query parameter', async () => {
    const answer = await send('GET', '/things/t1?statuss=x');
    expect(answer.body.error.details).toEqual([{ path: 'statuss', message: 'is not a known field' }]);
  });

  test('a required idempotency key that is missing or unusable', async () => {
    const missing = await send('POST', '/things', { ...json, ...key }, '{"name":"x"}');
    expect([missing.status, missing.body.error.code]).toEqual([400, 'idempotency_key_required']);
    const unusable = await create('{"name":"x"}', { 'idempotency-key': 'a b' });
    expect([unusable.body.error.code, unusable.body.error.details]).toEqual([
      'idempotency_key_required',
      [{ path: 'idempotency-key', message: 'must be 1 to 255 visible ASCII characters' }],
    ]);
  });

  test('another content type', async () => {
    const answer = await create('name=x', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([answer.status, answer.body.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('a body over 1 MiB', async () => {
    const answer = await create(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }));
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  });

  test.each([
    ['/nothing', 'GET', 404, 'not_found', null],
    ['/nothing', 'POST', 404, 'not_found', null],
    ['/things/%zz', 'GET', 404, 'not_found', null],
    [`/things/${'x'.repeat(600)}`, 'GET', 404, 'not_found', null],
    ['/things/t1', 'PUT', 405, 'method_not_allowed', 'GET, HEAD, DELETE'],
    ['/things', 'GET', 405, 'method_not_allowed', 'POST'],
    ['/health', 'POST', 405, 'method_not_allowed', 'GET, HEAD'],
    ['/health', 'PROPFIND', 405, 'method_not_allowed', 'GET, HEAD'],
  ])('%s %s: %i', async (path, method, status, code, allow) => {
    const answer = await send(method, path, json, method === 'POST' || method === 'PUT' ? '{' : undefined);
    expect([answer.status, answer.body.error.code, answer.headers.get('allow')]).toEqual([status, code, allow]);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  test('what is not HTTP', async () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.write('nonsense\r\n\r\n');
    const text = Buffer.concat(await socket.toArray()).toString();
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"code":"invalid_request"');
  });
});

describe('the older surface', () => {
  const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
  test.each([
    ['POST', '/v1/things', {}, '{}', 401, 'unauthorized'],
    ['POST', '/v1/things', { ...key, ...json }, '{', 400, 'invalid_request'],
    ['POST', '/v1/things', { ...key, ...json }, large, 413, 'payload_too_large'],
    ['POST', '/v1/things', { ...key, 'content-type': 'text/csv' }, 'a', 415, 'unsupported_media_type'],
    ['GET', '/v1/things?a=1', key, undefined, 405, 'method_not_allowed'],
    ['GET', '/v2', {}, undefined, 404, 'not_found'],
    ['GET', '/v3/%zz', {}, undefined, 404, 'not_found'],
    ['POST', '/auth/api-key', {}, undefined, 404, 'not_found'],
  ])('%s %s answers in its own envelope (%#)', async (method, path, headers, body, status, code) => {
    const answer = await send(method, path, headers, body);
    const older = { error: code, message: expect.any(String) };
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining(older)]);
    expect('request_id' in answer.body).toBe(status === 401);
  });

  test.each(['/v10/things', '/authors', '/things/v1'])('%s is not part of it', async (path) => {
    expect((await send('PUT', path)).body.error).toHaveProperty('docs_url');
  });
});

test('the address in an error opens a page that needs no key', async () => {
  const { body } = await send('GET', '/nothing');
  const page = await fetch(base + new URL(body.error.docs_url).pathname);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('<h1>not_found</h1>');
  expect((await send('GET', '/docs/errors/nothing')).status).toBe(404);
});

describe('who may not use a route learns that first', () => {
  test.each([
    ['GET', '/things/t1'],
    ['POST', '/things'],
    ['DELETE', '/things/t1'],
  ])('%s %s without a credential is 401 and counted', async (method, path) => {
    const answer = await send(method, path, json, method === 'POST' ? '{' : undefined);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
    expect(stub.questions.map(({ path: asked }) => asked)).toEqual(['/caller']);
  });

  test('an API key does not open a session route', async () => {
    expect((await send('DELETE', '/things/t1', key)).status).toBe(401);
  });

  test('a malformed request with an invalid key is 401', async () => {
    stub.answerWith((response) =>
      sendJson(response, { errors: [{ message: 'no', extensions: { code: 'unauthorized' } }] }, 401),
    );
    expect((await create('{')).status).toBe(401);
  });

  test('a malformed write with a key that may only read is 403', async () => {
    stub.answerWith((response) => sendJson(response, { ...trader, permissions: ['read'] }));
    expect((await create('{}')).status).toBe(403);
    expect((await send('GET', '/things/t1?limit=x')).status).toBe(400);
  });
});

describe('errors of the graph', () => {
  test('take the place of data, with their status, details and Retry-After', async () => {
    const details = { retry_after_seconds: 7 };
    stub.answerWith((response) =>
      sendJson(response, {
        data: { thing: { id: 't1', price: '1' } },
        errors: [{ message: 'Slow down.', extensions: { code: 'rate_limited', details } }],
      }),
    );
    const answer = await send('GET', '/things/t1');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
    expect(answer.body).toEqual({
      error: {
        code: 'rate_limited',
        message: 'Slow down.',
        details,
        docs_url: 'https://api.example/docs/errors/rate_limited',
      },
    });
  });

  test.each([
    ['an unknown code', { errors: [{ message: 'canary', extensions: { code: 'WEIRD' } }] }],
    ['an answer that is no GraphQL', { message: 'canary' }],
    ['data that breaks the documented shape', { data: { thing: { id: 1, price: 'canary' } } }],
  ])('%s is internal and shows the request id alone', async (_case, body) => {
    stub.answerWith((response) => sendJson(response, body));
    const answer = await send('GET', '/things/t1', { ...key, 'x-request-id': 'r-9' });
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
      500,
      'internal',
      { request_id: 'r-9' },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('canary');
    expect(logged.join('')).toContain('r-9');
  });

  test('a gateway that fails is service_unavailable, and a write is not asked twice', async () => {
    stub.answerWith((response, { path }) => (path === '/caller' ? sendJson(response, trader) : response.destroy()));
    const answer = await create('{"name":"x"}');
    expect([answer.status, answer.body.error.code]).toEqual([503, 'service_unavailable']);
    expect(stub.questions).toHaveLength(1);
  });

  test('a gateway that does not answer in time is deadline_exceeded', async () => {
    stub.answerWith(() => {});
    const impatient = new Gateway(stub.executor, { timeoutMs: 300 });
    const nobody = { id: 'r-1', headers: {}, ip: '192.0.2.1' };
    await expect(impatient.ask(thingGet, { id: 'x', first: 1 }, nobody)).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    await expect(impatient.caller(nobody)).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });
});
