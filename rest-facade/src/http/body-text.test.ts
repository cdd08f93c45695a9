import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { Gateway } from '../gateway/gateway.js';
import { MCP_PATH } from '../mcp/mcp-route.js';
import { routes } from '../routes/index.js';
import { noFields, type Route } from '../routes/route.js';
import { sendJson, startStubGateway } from '../testing/stub-gateway.js';
import { buildServer } from './server.js';

const KEY = 'tp_key';
const TOKEN = 'token';
const json = { 'content-type': 'application/json' };

let stub: ReturnType<typeof startStubGateway>;
let gateway: Gateway;
let app: FastifyInstance;

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
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  await app.ready();
});

afterAll(async () => {
  await app.close();
});

beforeEach(() => {
  stub.questions.length = 0;
  stub.answerWith((response, { path, headers }) => {
    if (!path.startsWith('/caller'))
      return sendJson(response, { data: { sendRegistrationCode: { expiresInSeconds: 600 } } });
    const isKnown = headers['x-api-key'] === KEY || headers.authorization === `Bearer ${TOKEN}`;
    if (!isKnown) return sendJson(response, { errors: [{ message: 'x', extensions: { code: 'unauthorized' } }] }, 401);
    const credential_type = headers['x-api-key'] === KEY ? 'api_key' : 'session';
    return sendJson(response, { credential_type, permissions: ['all'] });
  });
});

async function register(body: Buffer): Promise<{ status: number; answer: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const { statusCode, payload } = await app.inject({ method: 'POST', url: '/account/register', headers, body });
  return { status: statusCode, answer: JSON.parse(payload) };
}

describe('the bytes of a body', () => {
  test.each([
    ['Latin-1', Buffer.from('{"email":"müller@example.com"}', 'latin1'), 'is not valid UTF-8'],
    ['a sequence cut off', Buffer.from('7b22e282', 'hex'), 'is not valid UTF-8'],
    ['half a surrogate pair', Buffer.from('{"email":"\\ud800@example.com"}'), 'holds half of a surrogate pair'],
  ])('that are no text are refused, not replaced: %s', async (_case, body, message) => {
    expect(await register(body)).toMatchObject({
      status: 400,
      answer: { error: { code: 'invalid_request', details: [{ path: '', message }] } },
    });
    expect(stub.questions.map(({ path }) => path)).toEqual(['/caller']);
  });

  test('may begin with a byte order mark', async () => {
    expect((await register(Buffer.from('\uFEFF{"email":"a@example.com"}'))).status).toBe(200);
    expect(stub.questions[0]?.body.variables).toMatchObject({ input: { email: 'a@example.com' } });
  });
});

const many = (count: number) => `{${Array.from({ length: count }, (_, index) => `"v${index}":${index}`).join(',')}}`;
const credentials = {
  none: {},
  key: { 'x-api-key': KEY },
  any: { 'x-api-key': KEY },
  session: { authorization: `Bearer ${TOKEN}` },
} as const;
/** Requests to a writing address, and its responses. */
type Writing = Pick<Route, 'method' | 'path' | 'invalidRequest'> & {
  readonly authentication: keyof typeof credentials;
};
const mcp: Writing = { method: 'POST', path: MCP_PATH, authentication: 'key', invalidRequest: 'invalid_request' };
const writing: Writing[] = [
  ...routes.filter(({ method, request }) => method !== 'GET' && request.body !== noFields.body),
  mcp,
];
/** Executions have a code of their own for what is to be executed, and none for what can be read in two ways. */
const twiceCode = ({ invalidRequest }: Writing) =>
  invalidRequest === 'validation_failed' ? 'invalid_request' : invalidRequest;

describe.each(writing.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
  async function send(body: string, headers: Record<string, string>) {
    const url = route.path.replaceAll(/\{\w+\}/g, 'x');
    const { statusCode, payload } = await app.inject({
      method: route.method,
      url,
      headers: { ...json, ...headers },
      body,
    });
    // The older surface says what is wrong in other words.
    const { error } = JSON.parse(payload);
    return { status: statusCode, code: typeof error === 'string' ? error : error.code, details: error.details };
  }

  test.each([
    ['a name given twice', '{"a":1,"a":2}', 'a', 'is given twice'],
    ['a name given twice within', '{"a":[{"b":{"c":1,"\\u0063":2}}]}', 'a.0.b.c', 'is given twice'],
    ['a list of 100,000 levels', '['.repeat(100_000), '', 'is nested deeper than 1000 levels'],
    ['a list of 20,000 levels', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, '', 'is nested deeper than 1000 levels'],
    ['names without end', many(60_000), '', 'holds more than 10000 names of fields'],
    ['values without end', `[${'1,'.repeat(400_000)}1]`, '', 'holds more than 50000 values'],
  ])('refuses %s in its own words', async (_case, body, path, message) => {
    const { status, code, details } = await send(body, credentials[route.authentication]);
    if (body.length > 64 * 1024 && route.authentication === 'none') {
      expect([status, code, details]).toEqual([413, 'payload_too_large', { maximum_bytes: 65_536 }]);
    } else {
      expect([status, code]).toEqual([400, message === 'is given twice' ? twiceCode(route) : route.invalidRequest]);
      if (details !== undefined) expect(details).toEqual([{ path, message }]);
    }
    const requests = route.authentication === 'none' ? 1 : Math.ceil(body.length / 65_536);
    expect(stub.questions.at(-1)?.path).toBe(requests === 1 ? '/caller' : `/caller?requests=${requests}`);
  });

  test('reads no large body of somebody unknown', async () => {
    const { status, code } = await send(JSON.stringify({ a: 'x'.repeat(70_000) }), {});
    expect([status, code]).toEqual(
      route.authentication === 'none' ? [413, 'payload_too_large'] : [401, 'unauthorized'],
    );
    const wrong = await send(JSON.stringify({ a: 'x'.repeat(70_000) }), { 'x-api-key': 'tp_wrong' });
    expect([wrong.status, wrong.code]).toEqual([status, code]);
  });

  test('says of a body that is no JSON only that, and counts it', async () => {
    const { status, code } = await send('{"a":', credentials[route.authentication]);
    expect([status, code, stub.questions.map(({ path }) => path)]).toEqual([400, route.invalidRequest, ['/caller']]);
  });

  test('names so many fields that it does not know', async () => {
    const { details } = await send(many(3_000), credentials[route.authentication]);
    if (details === undefined) return;
    expect(details).toHaveLength(21);
    expect(details.at(-1).message).toMatch(/^has \d+ more problems$/);
  });
});

describe('POST /mcp', () => {
  const accept = 'application/json, text/event-stream';
  const call = (name: string, given: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
  async function post(body: string, headers: Record<string, string>) {
    const { statusCode } = await app.inject({ method: 'POST', url: MCP_PATH, headers: { ...json, ...headers }, body });
    return { status: statusCode, asked: stub.questions.map(({ path }) => path) };
  }

  test.each([
    ['an unknown tool', call('nope', {}), { accept }],
    ['an answer that is not taken', call('account.get', {}), {}],
    ['a message that is none', '{"method":"tools/call"}', { accept }],
    ['a part of a path that is missing', call('runtime.backtests.get', {}), { accept }],
  ])('tells a made-up key nothing and counts it: %s', async (_case, body, headers) => {
    expect(await post(body, { ...headers, 'x-api-key': 'tp_wrong' })).toEqual({ status: 401, asked: ['/caller'] });
  });

  test('counts a call that its route answers once, as the route does', async () => {
    const { status, asked } = await post(call('account.get', {}), { accept, 'x-api-key': KEY });
    expect([status, asked.filter((path) => path.startsWith('/caller'))]).toEqual([200, []]);
    expect(asked.length).toBeGreaterThan(0);
  });

  test.each([
    ['an unknown tool', call('nope', { a: 'x'.repeat(200_000) }), { accept }, 4],
    ['a call that is not taken', call('account.get', { a: 'x'.repeat(200_000) }), {}, 4],
    ['a message that is not taken', JSON.stringify({ method: 'tools/list', x: 'x'.repeat(200_000) }), {}, 4],
    ['fields that a route does not know', call('account.get', { a: 'x'.repeat(200_000) }), { accept }, 4],
    ['a body that a route refuses', call('runtime.backtests.create', { a: 'x'.repeat(200_000) }), { accept }, 4],
  ])(
    'counts by its cost what is refused, beside the question for a large body: %s',
    async (_case, body, headers, cost) => {
      const { asked } = await post(body, { ...headers, 'x-api-key': KEY });
      const counted = asked.map((path) => Number(new URL(path, 'http://gateway').searchParams.get('requests') ?? 1));
      const large = asked.filter((path) => path === '/caller').length;
      expect(counted.reduce((sum, requests) => sum + requests, 0)).toBeGreaterThanOrEqual(cost + Math.min(large, 1));
    },
  );
});
