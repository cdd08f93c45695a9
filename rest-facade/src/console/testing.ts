/** The console's endpoints over a gateway of the test. */
import { connectionLimits } from '@platform/edge/http';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { Gateway } from '../gateway/gateway.js';
import type { GraphAnswer, GraphRequest } from '../gateway/graph-endpoint.js';
import { buildServer, type FacadeOptions } from '../http/server.js';
import { sendJson, startStubGateway } from '../testing/stub-gateway.js';

/** What a page of the console sends with every request. */
export const PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };
/** The credentials that the gateway of the test accepts. */
export const KEY = 'tp_canary-key';
export const SESSION = 'tps_canary-session';

const GRAPH_ANSWER: GraphAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', ratelimit: '"credential";r=9;t=60' },
  body: '{"data":{"account":{"id":"acc_1"}}}',
};

/** Starts the facade with the console's endpoints; nothing listens. */
export function startConsole(options: Partial<FacadeOptions> = {}) {
  const stub = startStubGateway();
  const valid = new Set([KEY, SESSION]);
  const graphRequests: GraphRequest[] = [];
  const logged: string[] = [];
  const clock = new ManualClock(Date.UTC(2026, 10, 29, 12));
  stub.answerWith((response, { path, headers, body }) => {
    if (path.startsWith('/caller')) {
      const shown = String(headers['x-api-key'] ?? headers.authorization).replace('Bearer ', '');
      if (valid.has(shown)) return sendJson(response, { credential_type: 'api_key', permissions: ['all'] });
      return sendJson(response, { errors: [{ message: 'No.', extensions: { code: 'unauthorized' } }] }, 401);
    }
    if (body.query?.includes('ConsoleVerifyCode'))
      return sendJson(response, { data: { verifyRegistrationCode: { sessionToken: SESSION } } });
    return sendJson(response, { data: { sendRegistrationCode: { expiresInSeconds: 600 } } });
  });
  const server = buildServer({
    routes: [],
    localRoutes: [],
    gateway: new Gateway(stub.executor),
    answerGraph: async (request) => {
      graphRequests.push(request);
      return GRAPH_ANSWER;
    },
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => 'http://localhost:8080',
    clock,
    logger: createLogger({ process: 'test', level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    ...options,
  });
  return { server, clock, questions: stub.questions, graphRequests, logged, valid };
}
