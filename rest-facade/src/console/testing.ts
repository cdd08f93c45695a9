/** The console's endpoints over a gateway of the test. */
import { connectionLimits } from '@platform/edge/http';
import { catalogue, type ErrorCode } from '@platform/errors';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { Gateway } from '../gateway/gateway.js';
import type { GraphAnswer, GraphRequest } from '../gateway/graph-endpoint.js';
import { buildServer, type FacadeOptions } from '../http/server.js';
import { type StubResponse, sendJson, startStubGateway } from '../testing/stub-gateway.js';
import type { WalletTokens } from './wallet-tokens.js';

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

interface ConsoleTest {
  /** See `ConsoleParts`. */
  readonly walletTokens?: WalletTokens;
}

const ANSWERS = {
  ConsoleSendCode: { sendRegistrationCode: { expiresInSeconds: 600 } },
  ConsoleOpenSession: { openSession: { sessionToken: SESSION } },
  ConsoleUseSignInLink: { useSignInLink: { sessionToken: SESSION, expiresAt: '2026-11-30T12:00:00.000Z' } },
  ConsoleEndSession: { endSession: { ended: true } },
};

/** Starts the facade with the console's endpoints; nothing listens. */
export function startConsole({ walletTokens, ...options }: Partial<FacadeOptions> & ConsoleTest = {}) {
  const stub = startStubGateway();
  const valid = new Set([KEY, SESSION]);
  const graphRequests: GraphRequest[] = [];
  const logged: string[] = [];
  let refusal: ErrorCode | undefined;
  const clock = new ManualClock(Date.UTC(2026, 10, 29, 12));
  stub.answerWith((response, { path, headers, body }) => {
    if (refusal !== undefined) return refuse(response, refusal);
    if (path.startsWith('/caller')) {
      const shown = String(headers['x-api-key'] ?? headers.authorization).replace('Bearer ', '');
      if (valid.has(shown)) return sendJson(response, { credential_type: 'api_key', permissions: ['all'] });
      return refuse(response, 'unauthorized');
    }
    const shown = Object.entries(ANSWERS).find(([name]) => body.query?.includes(`mutation ${name}`));
    return sendJson(response, { data: shown?.[1] });
  });
  const server = buildServer({
    routes: [],
    localRoutes: [],
    gateway: new Gateway(stub.executor),
    console: {
      answerGraph: async (request) => {
        graphRequests.push(request);
        return GRAPH_ANSWER;
      },
      walletTokens,
    },
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => 'http://localhost:8080',
    clock,
    logger: createLogger({ process: 'test', level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    ...options,
  });
  const refuseWith = (code: ErrorCode | undefined) => {
    refusal = code;
  };
  return { server, clock, questions: stub.questions, graphRequests, logged, valid, refuseWith };
}

function refuse(response: StubResponse, code: ErrorCode): void {
  sendJson(response, { errors: [{ message: 'No.', extensions: { code } }] }, catalogue[code].http);
}
