import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Gateway } from '../gateway/gateway.js';
import type { Operation } from '../gateway/operation.js';
import { buildServer } from '../http/server.js';
import { noFields } from '../routes/route.js';
import { sendJson, startStubGateway } from '../testing/stub-gateway.js';
import { defineLegacy } from './operation.js';
import { retirementOf } from './retirement.js';
import { record } from './twins.js';

/** What every operation of the older surface has, shown by two of a test. */

const thing: Operation<{ thing: { id: string } }, { id: string }> = {
  toString: () => 'query Thing($id: ID!) { thing(id: $id) { id } }',
};
const routes = [
  defineLegacy({
    method: 'GET',
    path: '/v2/things/{id}',
    name: 'v2.things.get',
    successor: 'GET /things/{id}',
    summary: 'Reads a thing',
    request: z.object({ ...noFields, params: z.strictObject({ id: z.string() }), query: z.object({}) }),
    response: {
      200: record({ id: z.string(), created_at: z.string().nullable() }, { id: 'Thing', description: 'A thing' }),
    },
    operations: [thing],
    answer: async ({ params }, ask) => {
      const { thing: found } = await ask(thing, { id: params.id });
      return { status: 200, body: { id: found.id, created_at: null } };
    },
  }),
  defineLegacy({
    method: 'POST',
    path: '/v2/things',
    effect: 'adds',
    name: 'v2.things.create',
    successor: null,
    summary: 'Makes a thing',
    request: z.object({ ...noFields, body: z.object({ name: z.string() }) }),
    response: { 201: z.object({ name: z.string() }) },
    operations: [thing],
    answer: async ({ body }, ask) => {
      await ask(thing, { id: body.name });
      return { status: 201, body };
    },
  }),
];
const { endsAt } = retirementOf('v2');
const BEFORE_MS = endsAt.getTime() - 1;
const KEY = { 'x-api-key': 'tp_key' };

let stub: ReturnType<typeof startStubGateway>;
let server: FastifyInstance;
let base: string;
let clock: ManualClock;

beforeAll(async () => {
  stub = startStubGateway();
  server = buildServer({
    routes,
    localRoutes: [],
    gateway: new Gateway(stub.executor),
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => 'https://api.example',
    clock: { ...systemClock, nowMs: () => clock.nowMs() },
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  base = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

beforeEach(() => {
  clock = new ManualClock(BEFORE_MS);
  stub.questions.length = 0;
  stub.answerWith((response, { path }) =>
    sendJson(
      response,
      path === '/graphql' ? { data: { thing: { id: 't1' } } } : { credential_type: 'api_key', permissions: ['all'] },
    ),
  );
});

async function send(method: string, path: string, headers: Record<string, string> = KEY, sent?: object) {
  const answer = await fetch(base + path, {
    method,
    headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
    ...(sent && { body: JSON.stringify(sent) }),
  });
  return { status: answer.status, headers: answer.headers, body: Object(await answer.json()) };
}

const datesOf = (headers: Headers) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));

describe('an answer, and a refusal', () => {
  test.each([
    ['/v2/things/t1', KEY, 200, ', <https://api.example/things/t1>; rel="successor-version"'],
    ['/v2/things/t1', {}, 401, ', <https://api.example/things/t1>; rel="successor-version"'],
  ])('of %s with %j says when it ends and what replaces it', async (path, credential, status, successor) => {
    const answer = await send('GET', path, credential);
    const page = '<https://api.example/docs/errors/operation_retired>';
    expect([answer.status, datesOf(answer.headers)]).toEqual([
      status,
      ['@1796083200', 'Wed, 01 Dec 2027 00:00:00 GMT', `${page}; rel="deprecation", ${page}; rel="sunset"${successor}`],
    ]);
  });

  test('without a successor names none', async () => {
    const { status, headers } = await send('POST', '/v2/things', KEY, { name: 'a' });
    expect([status, headers.get('link')]).toEqual([201, expect.not.stringContaining('successor-version')]);
  });
});

test('from its end on it answers 410 with a page, and nothing is asked', async () => {
  clock.advance(1);
  const { status, body } = await send('GET', '/v2/things/t1');
  expect([status, body]).toEqual([
    410,
    {
      error: 'operation_retired',
      message: expect.any(String),
      details: { ended_at: endsAt.toISOString(), successor: 'GET /things/{id}' },
      docs_url: 'https://api.example/docs/errors/operation_retired',
    },
  ]);
  expect(stub.questions.filter(({ path }) => path === '/graphql')).toEqual([]);
});

test('the names that clients read stand beside the documented ones', async () => {
  expect((await send('GET', '/v2/things/t1')).body).toEqual({ id: 't1', created_at: null, createdAt: null });
});

test('fields and parameters that it does not know are ignored, since published clients send them', async () => {
  expect((await send('GET', '/v2/things/t1?pageSize=3')).status).toBe(200);
  expect((await send('POST', '/v2/things', KEY, { name: 'a', stake_amount: 5 })).body).toEqual({ name: 'a' });
});

test('a field at fault is named in details', async () => {
  const { status, body } = await send('POST', '/v2/things', KEY, {});
  expect([status, body]).toEqual([
    400,
    { error: 'validation_failed', message: '`name` is required.', details: [{ path: 'name', message: 'is required' }] },
  ]);
});

test.each([
  [KEY, { 'x-api-key': 'tp_key' }],
  [{ authorization: 'Bearer tp_key' }, { 'x-api-key': 'tp_key' }],
  [{ authorization: 'Bearer token' }, { authorization: 'Bearer token' }],
])('%j is passed on as %j, with the name of the operation to count', async (credential, passed) => {
  await send('GET', '/v2/things/t1', credential);
  expect(stub.questions).toMatchObject([{ headers: passed, legacyOperation: 'v2.things.get' }]);
});
