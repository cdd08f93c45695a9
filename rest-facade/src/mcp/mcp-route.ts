// Why: docs/decisions/edge/mcp-tools.md
import { bearerOf, presentedCredential, requestsOf } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallerSeen, OnAllowance } from '../gateway/executor.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Prove } from '../http/credentials.js';
import { envelope } from '../http/envelope.js';
import type { Route } from '../routes/route.js';
import { type AnswerMessage, type CallRoute, loadMcp } from './server.js';
import { requestOf } from './tool.js';
import type { Naming } from './tool-routes.js';

/** Path of the messages. */
export const MCP_PATH = '/mcp';

/** Options of the tool server. */
export interface McpOptions {
  readonly routes: readonly Route[];
  readonly gateway: Pick<Gateway, 'caller'>;
  readonly publicUrl: () => string;
}

/** Hosts append their own query parameters to an address: only ours are read. */
const asked = z.object({ names: z.enum(['dots', 'underscores']).default('dots') });

const toolCall = z.object({ method: z.literal('tools/call') });

/**
 * `POST /mcp`: streamable HTTP without sessions, answered as JSON. A tool call makes the request of its route inside this process. A
 * caller without a valid credential is refused first; a tool call presents its credential to its route, which counts it. Refused
 * messages count by their cost, as for any route.
 */
export function serveMcp(app: FastifyInstance, options: McpOptions): void {
  let loaded: Promise<AnswerMessage> | undefined;
  const prove: Prove = async (request, requests, onAllowance) => {
    await ask(request, options, requests, onAllowance);
  };
  app.post(MCP_PATH, { config: { prove } }, async (request, reply) => {
    const spent: Spent = { requests: 0, isRefused: false };
    const count = async (requests: number) => {
      request.asked = true;
      const { mandate } = await ask(request, options, requests);
      spent.requests += requests;
      return mandate;
    };
    const isCounted = !toolCall.safeParse(request.body).success || !hasCredential(request);
    const mandate = isCounted ? await count(1) : undefined;
    const naming = namingOf(request);
    loaded ??= loadMcp(options.routes, options.publicUrl);
    const answerMessage = await loaded;
    const address = new URL(MCP_PATH, options.publicUrl());
    const answer = await answerMessage({
      request: new Request(address, { method: 'POST', headers: headersOf(request) }),
      body: request.body ?? null,
      naming,
      mandate,
      call: caller(app, request, spent, options),
    });
    const owed = spent.isRefused || spent.requests === 0 || answer.status >= 400 ? requestsOf(request) : 0;
    if (owed > spent.requests) await count(owed - spent.requests);
    return send(reply, answer);
  });
}

/** The number of requests that a message has been counted as, and whether a route has refused it. */
interface Spent {
  requests: number;
  isRefused: boolean;
}

function hasCredential(request: FastifyRequest): boolean {
  return Object.keys(credentialsOf(request)).length > 0;
}

/** Authenticates the credential, which counts, and returns its owner. Throws `unauthorized` if it is invalid or missing, and `rate_limited`. */
async function ask(
  request: FastifyRequest,
  { gateway }: McpOptions,
  requests = 1,
  onAllowance?: OnAllowance,
): Promise<CallerSeen> {
  const { 'x-api-key': apiKey, ...others } = credentialsOf(request);
  const { id, ip } = request;
  const headers = apiKey === undefined ? others : { 'x-api-key': apiKey };
  const seen = await gateway.caller({ id, ip, headers }, onAllowance, requests);
  if (!hasCredential(request)) throw new PlatformError('unauthorized');
  return seen;
}

function namingOf({ query }: FastifyRequest): Naming {
  const { success, data } = asked.safeParse(query);
  if (success) return data.names;
  throw new PlatformError('invalid_request', {
    details: [{ path: 'names', message: 'must be `dots` or `underscores`' }],
  });
}

/** The credentials as the routes read them: a key may come as a bearer, as many clients send it. */
function credentialsOf({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  const presented = presentedCredential(headers);
  const bearer = bearerOf(headers);
  const key = typeof presented === 'object' && presented.type === 'api_key' ? presented.secret : undefined;
  const holdsKey = typeof bearer === 'object' && bearer.type === 'api_key';
  return {
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...(headers.authorization === undefined || holdsKey ? {} : { authorization: headers.authorization }),
  };
}

/** Sends the request of a tool to this same server, so that it is checked, limited, counted and refused like any other. */
function caller(app: FastifyInstance, request: FastifyRequest, spent: Spent, { publicUrl }: McpOptions): CallRoute {
  return async (route, given) => {
    try {
      const { headers, ...asked } = requestOf(route, given);
      const answer = await app.inject({
        ...asked,
        headers: { ...headers, ...credentialsOf(request), 'x-request-id': request.id },
        remoteAddress: request.ip,
      });
      spent.requests += requestsOf({ bodyBytes: Buffer.byteLength(asked.payload ?? '') });
      spent.isRefused ||= answer.statusCode >= 400;
      return { status: answer.statusCode, body: answer.body };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { status: 400, body: JSON.stringify(envelope(error, publicUrl())) };
    }
  };
}

function headersOf({ headers }: FastifyRequest): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) reply.header(name, value);
  return reply.code(answer.status).send(await answer.text());
}
