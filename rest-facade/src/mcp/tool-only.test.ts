import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { Gateway } from '../gateway/gateway.js';
import { buildServer } from '../http/server.js';
import { routes, toolOnlyRoutes } from '../routes/index.js';
import { sendJson, startStubGateway } from '../testing/stub-gateway.js';

const KEY = { 'x-api-key': 'tk_1' };
const stub = startStubGateway();
let app: FastifyInstance;
let address: string;

beforeAll(async () => {
  app = buildServer({
    ...{ routes, toolOnlyRoutes, localRoutes: [], gateway: new Gateway(stub.executor), trustedProxies: [] },
    connectionLimits: connectionLimits(),
    publicUrl: () => 'https://api.example',
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
});

test.each(toolOnlyRoutes.map(({ method, path }) => [method, path] as const))(
  '%s %s does not exist for a caller from outside, whatever it sends',
  async (method, path) => {
    const asked = stub.questions.length;
    for (const headers of [{}, KEY, { ...KEY, 'content-type': 'application/json' }]) {
      const body = method === 'POST' && 'content-type' in headers ? '{}' : null;
      const answer = await fetch(`${address}${path}`, { method, headers, body });
      expect([answer.status, Object(await answer.json()).error.code]).toEqual([404, 'not_found']);
    }
    expect(stub.questions).toHaveLength(asked);
  },
);

test('the call of a tool reaches it, with the operation that it names', async () => {
  stub.answerWith((response) => sendJson(response, { data: { marketRequests: [] } }));
  const params = { name: 'context.market_requests.list', arguments: {} };
  const answer = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  expect(Object(await answer.json()).result).toMatchObject({ structuredContent: { requests: [] } });
  expect(stub.questions.at(-1)?.body.query).toContain('query ListMarketRequests');
});
