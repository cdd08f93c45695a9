import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/http';
import { createLogger } from '@platform/logging';
import type { FastifyInstance } from 'fastify';
import { Gateway } from '../gateway/gateway.js';
import { sendRegistrationCode } from '../routes/account/registration-send.js';
import { sendJson, startStubGateway } from '../testing/stub-gateway.js';
import { buildServer } from './server.js';

let stub: Awaited<ReturnType<typeof startStubGateway>>;
let gateway: Gateway;
let app: FastifyInstance;

beforeAll(async () => {
  stub = await startStubGateway();
  gateway = new Gateway(stub.url);
  app = buildServer({
    routes: [sendRegistrationCode],
    localRoutes: [],
    gateway,
    gatewayToken: async () => 'facade-token',
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => 'https://api.example',
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await stub.close();
  await gateway.close();
});

beforeEach(() => {
  stub.questions.length = 0;
  stub.answerWith((response) => sendJson(response, { data: { sendRegistrationCode: { expiresInSeconds: 600 } } }));
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
    expect(stub.questions).toEqual([]);
  });

  test('may begin with a byte order mark', async () => {
    expect((await register(Buffer.from('\uFEFF{"email":"a@example.com"}'))).status).toBe(200);
    expect(stub.questions[0]?.body.variables).toMatchObject({ input: { email: 'a@example.com' } });
  });
});
