import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { Gateway } from '../gateway/gateway.js';
import { livenessRoutes } from '../health/liveness.js';
import { getAccount } from '../routes/account/account-get.js';
import { startStubGateway } from '../testing/stub-gateway.js';
import { buildServer } from './server.js';

let gateway: Gateway;
let app: FastifyInstance;

beforeAll(async () => {
  gateway = new Gateway(startStubGateway().executor);
  app = buildServer({
    routes: [getAccount],
    localRoutes: livenessRoutes(systemClock),
    gateway,
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => 'https://api.example',
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await app.close();
});

/** Sends a request head unchanged; returns the status and the body. */
async function send(version: string, headers: readonly string[], path = '/health'): Promise<[number, unknown]> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/${version}\r\n${[...headers, 'connection: close'].join('\r\n')}\r\n\r\n`);
  const answer = (await text(socket)).replace('HTTP/1.1 100 Continue\r\n\r\n', '');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return [Number(head.split(' ')[1]), JSON.parse(body)];
}

test.each([
  ['two hosts', '1.1', ['host: a', 'Host: b'], 'host'],
  ['the same host twice', '1.1', ['host: a', 'host: a'], 'host'],
  ['no host', '1.1', [], 'host'],
  ['an expectation that nobody knows', '1.1', ['host: a', 'expect: 200-ok'], 'expect'],
])('%s is refused in the envelope', async (_case, version, headers, path) => {
  expect(await send(version, headers)).toEqual([
    400,
    {
      error: {
        code: 'invalid_request',
        message: expect.any(String),
        details: [{ path, message: expect.any(String) }],
        docs_url: 'https://api.example/docs/errors/invalid_request',
      },
    },
  ]);
  // Before the caller is authenticated.
  expect((await send(version, headers, '/account'))[0]).toBe(400);
});

test.each([
  ['one host', '1.1', ['host: a', 'x-host: b']],
  ['no host in HTTP/1.0', '1.0', []],
  ['what can be expected', '1.1', ['host: a', 'expect: 100-Continue']],
])('%s is served', async (_case, version, headers) => {
  expect((await send(version, headers))[0]).toBe(200);
});
