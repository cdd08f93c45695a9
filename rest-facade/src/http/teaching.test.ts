import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Gateway } from '../gateway/gateway.js';
import type { Operation } from '../gateway/operation.js';
import { defineRoute, noFields } from '../routes/route.js';
import { sendJson, startStubGateway } from '../testing/stub-gateway.js';
import type { Envelope } from './envelope.js';
import { buildServer } from './server.js';

const operation: Operation<object, object> = { toString: () => 'query Things { things }' };
const common = {
  summary: 'Things',
  response: { 200: z.object({}) },
  operation,
  variables: () => ({}),
  respond: () => ({ status: 200 as const, body: {} }),
};
const named = z.object({ ...noFields, params: z.strictObject({ id: z.string() }) });
const wanted = z.strictObject({ name: z.string(), range: z.strictObject({ from: z.string() }).optional() });
const routes = [
  defineRoute({ ...common, method: 'GET', path: '/things/{id}', authentication: 'key', request: named }),
  defineRoute({
    ...common,
    method: 'DELETE',
    effect: 'removes',
    path: '/things/{id}',
    authentication: 'session',
    request: named,
  }),
  defineRoute({
    ...common,
    method: 'POST',
    effect: 'adds',
    path: '/things',
    authentication: 'key',
    request: z.object({ ...noFields, body: wanted }),
  }),
];

let stub: ReturnType<typeof startStubGateway>;
let gateway: Gateway;
let app: FastifyInstance;
let base: string;

beforeAll(async () => {
  stub = startStubGateway();
  gateway = new Gateway(stub.executor);
  app = buildServer({
    routes,
    localRoutes: [],
    gateway,
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => 'https://api.example',
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'error' }),
  });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await app.close();
});

beforeEach(() => {
  stub.questions.length = 0;
  stub.answerWith((response, { path }) =>
    path === '/caller'
      ? sendJson(response, { credential_type: 'api_key', permissions: ['all'] })
      : sendJson(response, { data: { things: [] } }),
  );
});

const key = { 'x-api-key': 'k' };

async function send(method: string, path: string, headers: Record<string, string> = key, body?: string) {
  const response = await fetch(base + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const answer: unknown = await response.json();
  return { status: response.status, headers: response.headers, body: answer as Envelope };
}

function create(body: string, headers: Record<string, string> = {}) {
  return send('POST', '/things', { 'content-type': 'application/json', ...key, ...headers }, body);
}

describe('a caller without the right credential', () => {
  const token = { authorization: 'Bearer tps_1' };
  const bearerKey = { authorization: 'Bearer tp_1' };
  const keyChallenge = 'ApiKey realm="trading-platform", header="x-api-key", Bearer realm="trading-platform"';

  test.each([
    ['GET', '/things/1', {}, /^No credential was sent. This address takes an API key, in the header `x-api-key`/],
    ['GET', '/things/1', token, /^A token is not taken here. This address takes an API key/],
    ['GET', '/things/1', { authorization: 'Basic x' }, /^The authorization sent is no bearer. .* an API key/],
    ['DELETE', '/things/1', {}, /^No credential was sent. This address takes a session token/],
    ['DELETE', '/things/1', key, /^An API key is not taken here. This address takes a session token/],
    ['DELETE', '/things/1', bearerKey, /^An API key is not taken here. This address takes a session token/],
  ] as const)('%s %s with %j is told which one is taken', async (method, path, headers, message) => {
    const answer = await send(method, path, headers);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
    expect(answer.body.error.message).toMatch(message);
    expect(answer.body.error.details).toEqual({ credential: method === 'GET' ? 'api_key' : 'session_token' });
    const challenge = method === 'GET' ? keyChallenge : 'Bearer realm="trading-platform"';
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
  });

  test('learns that the one sent opens nothing', async () => {
    stub.answerWith((response) =>
      sendJson(response, { errors: [{ message: 'no', extensions: { code: 'unauthorized' } }] }, 401),
    );
    const refusedKey = await send('GET', '/things/1');
    expect(refusedKey.body.error.message).toMatch(/^The API key sent is unknown or revoked./);
    const refusedToken = await send('DELETE', '/things/1', token);
    expect(refusedToken.body.error.message).toMatch(/^The token sent is unknown, expired or revoked./);
    expect(refusedToken.headers.get('www-authenticate')).toMatch(/error="invalid_token"$/);
  });
});

test('an API key may come as a bearer, beside a header of its own', async () => {
  expect((await send('GET', '/things/1', { authorization: 'bearer tp_1' })).status).toBe(200);
  expect(stub.questions[0]?.headers).toMatchObject({ 'x-api-key': 'tp_1' });
  expect(stub.questions[0]?.headers).not.toHaveProperty('authorization');
});

describe('a refused request', () => {
  test('is told in a sentence what is missing', async () => {
    const { body } = await create('{"range":{}}');
    expect(body.error).toMatchObject({
      message: '`name` is required; `range.from` is required.',
      details: [
        { path: 'name', message: 'is required' },
        { path: 'range.from', message: 'is required' },
      ],
    });
  });

  test('is told which media type is taken', async () => {
    const { status, body } = await create('a=1', { 'content-type': 'text/plain' });
    expect([status, body.error.details]).toEqual([415, { accepted: ['application/json'] }]);
    expect(body.error.message).toMatch(/application\/json/);
  });
});
