import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { Gateway } from '../gateway/gateway.js';
import { getAccount } from '../routes/account/account-get.js';
import { sendRegistrationCode } from '../routes/account/registration-send.js';
import { sendJson, startStubGateway } from '../testing/stub-gateway.js';
import { buildServer } from './server.js';

const LEFT = { 'ratelimit-policy': '"credential";q=600;w=60', ratelimit: '"credential";r=5;t=30' };
const limited = {
  errors: [{ message: 'x', extensions: { code: 'rate_limited', details: { retry_after_seconds: 30 } } }],
};
let stub: ReturnType<typeof startStubGateway>;
let gateway: Gateway;
let app: FastifyInstance;

beforeAll(async () => {
  stub = startStubGateway();
  gateway = new Gateway(stub.executor);
  app = buildServer({
    routes: [getAccount, sendRegistrationCode],
    localRoutes: [],
    gateway,
    trustedProxies: ['10.0.0.0/8'],
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
  stub.answerWith((response) => {
    response.allow(LEFT);
    sendJson(response, { data: { sendRegistrationCode: { expiresInSeconds: 600 } } });
  });
});

function register(remoteAddress: string, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/account/register',
    remoteAddress,
    headers,
    body: { email: 'a@b.example' },
  });
}

test('an answer says what the gateway says is left', async () => {
  const { statusCode, headers } = await register('192.0.2.1');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject(LEFT);
});

test('a refusal for want of allowance says so too, and when to come again', async () => {
  stub.answerWith((response) => {
    response.allow(LEFT);
    sendJson(response, limited, 429);
  });
  const { statusCode, headers, body } = await register('192.0.2.1');
  expect([statusCode, headers['retry-after'], JSON.parse(body).error.code]).toEqual([429, '30', 'rate_limited']);
  expect(headers).toMatchObject(LEFT);
});

test.each([
  ['the connection', '192.0.2.1', {}, '192.0.2.1'],
  ['the connection, whatever it claims', '192.0.2.1', { 'x-forwarded-for': '192.0.2.9' }, '192.0.2.1'],
  ['a trusted proxy', '10.1.2.3', { 'x-forwarded-for': '192.0.2.9' }, '192.0.2.9'],
])('the gateway learns the client’s address from %s', async (_case, remoteAddress, headers, address) => {
  await register(remoteAddress, { 'x-client-address': 'forged', ...headers });
  expect(stub.questions[0]).toMatchObject({ ip: address, headers: {} });
});

test('a missing credential is counted by the gateway', async () => {
  const ask = () => app.inject({ method: 'GET', url: '/account' });
  stub.answerWith((response) =>
    sendJson(response, { errors: [{ message: 'x', extensions: { code: 'unauthorized' } }] }, 401),
  );
  expect((await ask()).statusCode).toBe(401);
  stub.answerWith((response) => sendJson(response, limited, 429));
  expect((await ask()).statusCode).toBe(429);
  stub.answerWith((response) => response.destroy());
  expect((await ask()).statusCode).toBe(401);
  expect(stub.questions.map(({ path }) => path)).toEqual(['/caller', '/caller', '/caller']);
});
