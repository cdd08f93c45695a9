import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { Gateway } from '../gateway/gateway.js';
import { livenessRoutes } from '../health/liveness.js';
import { routes } from '../routes/index.js';
import { sendJson, startStubGateway } from '../testing/stub-gateway.js';
import { buildServer } from './server.js';

const APP = 'https://app.example';
const OWN = 'http://localhost:8080';
const ELSE = 'https://else.example';

let stub: ReturnType<typeof startStubGateway>;
let gateway: Gateway;
const servers: FastifyInstance[] = [];

function serverWith(corsOrigins?: readonly string[]): FastifyInstance {
  const server = buildServer({
    routes,
    localRoutes: livenessRoutes(systemClock),
    gateway,
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => OWN,
    clock: systemClock,
    ...(corsOrigins === undefined ? {} : { corsOrigins }),
    logger: createLogger({ process: 'test', level: 'error' }),
  });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  stub = startStubGateway();
  stub.answerWith((response) => sendJson(response, { credential_type: 'api_key', permissions: ['all'] }));
  gateway = new Gateway(stub.executor);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

test('a page of a named origin, and the own one, reads answers and refusals', async () => {
  const server = serverWith([APP]);
  for (const origin of [APP, OWN]) {
    const answer = await server.inject({ url: '/health', headers: { origin } });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
    const refusal = await server.inject({ url: '/wallet', headers: { origin } });
    expect([refusal.statusCode, refusal.headers['access-control-allow-origin']]).toEqual([401, origin]);
    expect(refusal.headers['access-control-expose-headers']).toMatch(/www-authenticate/);
  }
});

test('its browser is told that it may before anybody is asked', async () => {
  stub.questions.length = 0;
  const ask = { origin: APP, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' };
  const answer = await serverWith([APP]).inject({ method: 'OPTIONS', url: '/runtime/backtests', headers: ask });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  expect(answer.headers['access-control-allow-headers']).toMatch(/x-api-key/);
  expect(stub.questions).toHaveLength(0);
});

test('a page of any other origin reads nothing, and by default every other one is such', async () => {
  for (const [server, origin] of [[serverWith([APP]), ELSE] as const, [serverWith(), APP] as const]) {
    const answer = await server.inject({ url: '/health', headers: { origin } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    const ask = { origin, 'access-control-request-method': 'POST' };
    const preflight = await server.inject({ method: 'OPTIONS', url: '/runtime/backtests', headers: ask });
    expect(preflight.statusCode).toBe(405);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  }
});
