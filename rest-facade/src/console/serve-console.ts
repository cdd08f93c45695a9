// Why: docs/decisions/edge/console.md
import { PlatformError } from '@platform/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Asker, OnAllowance } from '../gateway/executor.js';
import type { AnswerGraph } from '../gateway/graph-endpoint.js';
import type { Prove } from '../http/credentials.js';
import { consoleCredential } from './credential.js';
import { requireOwnPage } from './own-page.js';
import { CONSOLE_PATH, credentialInCookie, dropCookie, headersOf, keepCookie } from './session-cookie.js';
import { endSession, type SignInParts, sendCode, signIn } from './sign-in.js';

const SESSION_PATH = `${CONSOLE_PATH}/session`;
const CODE_PATH = `${CONSOLE_PATH}/code`;
const GRAPH_PATH = `${CONSOLE_PATH}/graphql`;

/** The console's own endpoints, which belong to no public surface. */
export const CONSOLE_ROUTES = [
  { method: 'GET', path: SESSION_PATH },
  { method: 'POST', path: SESSION_PATH },
  { method: 'DELETE', path: SESSION_PATH },
  { method: 'POST', path: CODE_PATH },
  { method: 'POST', path: GRAPH_PATH },
] as const;

/** What the console's endpoints need beside the facade's parts. */
export interface ConsoleParts extends Pick<SignInParts, 'walletTokens'> {
  /** Answers the console's questions to the graph. */
  readonly answerGraph: AnswerGraph;
}

/** What the console's endpoints need. */
export interface ConsoleOptions extends ConsoleParts, SignInParts {
  readonly publicUrl: () => string;
}

/** Serves what the pages of the console call: each checks first that one of them makes the request, and reads no header for a credential. */
export function serveConsole(app: FastifyInstance, options: ConsoleOptions): void {
  const { gateway, answerGraph, publicUrl } = options;
  const own = async (request: FastifyRequest) => {
    requireOwnPage(request, publicUrl());
    request.asker = withoutCredential(request);
  };
  const isConsole = true;
  app.get(SESSION_PATH, { config: { isConsole }, onRequest: own }, async (request, reply) =>
    describeSession(request, reply, options),
  );
  app.post(SESSION_PATH, { config: { isConsole }, onRequest: own }, async ({ body, asker }, reply) => {
    const { secret, maxAgeSeconds } = await signIn(body, asker, options, relayTo(reply));
    return reply
      .code(204)
      .header('set-cookie', keepCookie(secret, maxAgeSeconds, publicUrl()))
      .send();
  });
  app.delete(SESSION_PATH, { config: { isConsole }, onRequest: own }, async ({ headers, asker }, reply) => {
    // Dropped in any case, also where the session can't be ended now.
    reply.header('set-cookie', dropCookie(publicUrl()));
    const credential = credentialInCookie(headers, publicUrl());
    if (credential?.type === 'bearer_token') await endSession({ ...asker, headers: headersOf(credential) }, options);
    return reply.code(204).send();
  });
  app.post(CODE_PATH, { config: { isConsole }, onRequest: own }, async ({ body, asker }, reply) => {
    await sendCode(body, asker, options);
    return reply.code(204).send();
  });
  const signedIn = async (request: FastifyRequest) => {
    await own(request);
    request.asker = { ...request.asker, headers: consoleCredential(request, publicUrl()) };
  };
  const prove: Prove = async ({ asker }, requests, onAllowance) => {
    // Another page made the request: it is refused, and counts for nobody.
    if (asker !== undefined) await gateway.caller(asker, onAllowance, requests);
  };
  app.post(GRAPH_PATH, { config: { isConsole, prove }, onRequest: signedIn }, async (request, reply) => {
    request.asked = true;
    const { status, headers, body } = await answerGraph({ ...request.asker, body: request.body });
    return reply.code(status).headers(headers).send(body);
  });
}

/** Says whether somebody is signed in, by what, and whether wallets are signed in without a token; a cookie whose credential has ended is dropped. */
async function describeSession(
  { headers, asker }: FastifyRequest,
  reply: FastifyReply,
  { gateway, publicUrl, walletTokens }: ConsoleOptions,
): Promise<object> {
  const signedOut = { signed_in: false, credential: null, sandbox_wallets: walletTokens !== undefined };
  const credential = credentialInCookie(headers, publicUrl());
  if (credential === undefined) return signedOut;
  try {
    await gateway.caller({ ...asker, headers: headersOf(credential) }, relayTo(reply));
    return { ...signedOut, signed_in: true, credential: credential.type };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'unauthorized') throw error;
    reply.header('set-cookie', dropCookie(publicUrl()));
    return signedOut;
  }
}

function withoutCredential({ id, ip }: FastifyRequest): Asker {
  return { id, ip, headers: {} };
}

function relayTo(reply: FastifyReply): OnAllowance {
  return (headers) => void reply.headers(headers);
}
