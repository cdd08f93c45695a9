import { PlatformError } from '@platform/errors';
import { bearerOf, presentedCredential } from '@platform/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallerHeaders, Gateway } from '../gateway/gateway.js';
import { envelope } from '../http/envelope.js';
import type { Route } from '../routes/route.js';
import { type AnswerMessage, type CallRoute, loadMcp } from './server.js';
import { requestOf } from './tool.js';
import type { Naming } from './tool-routes.js';

/** Where messages are sent. */
export const MCP_PATH = '/mcp';

/** What the tools are served with. */
export interface McpOptions {
  readonly routes: readonly Route[];
  readonly gateway: Pick<Gateway, 'caller'>;
  readonly publicUrl: () => string;
  /** What is sent to the gateway with a request, beside the caller's credential. */
  readonly identify: (request: FastifyRequest) => Promise<CallerHeaders>;
}

/** Hosts append words of their own to an address: only ours are read. */
const asked = z.object({ names: z.enum(['dots', 'underscores']).default('dots') });

const toolCall = z.object({ method: z.literal('tools/call') });

/** `POST /mcp`: streamable HTTP without sessions, answered as JSON. A tool's call is its route's request, made in here. */
export function serveMcp(app: FastifyInstance, options: McpOptions): void {
  let loaded: Promise<AnswerMessage> | undefined;
  const prove = (request: FastifyRequest) => ask(request, credentialsOf(request), options);
  app.post(MCP_PATH, { config: { prove } }, async (request, reply) => {
    const credential = credentialsOf(request);
    await admit(request, credential, options);
    loaded ??= loadMcp(options.routes, options.publicUrl);
    const answerMessage = await loaded;
    const address = new URL(MCP_PATH, options.publicUrl());
    const message = {
      request: new Request(address, { method: 'POST', headers: headersOf(request) }),
      body: request.body ?? null,
      naming: namingOf(request),
      call: caller(app, request, credential, options),
    };
    return send(reply, await answerMessage(message));
  });
}

/** Whoever presents nothing valid is told before anything else; a tool's call presents it to its route. */
async function admit(request: FastifyRequest, credential: CallerHeaders, options: McpOptions): Promise<void> {
  const isMissing = Object.keys(credential).length === 0;
  if (isMissing || !toolCall.safeParse(request.body).success) await ask(request, credential, options);
}

/** Asks whose the credential is. Throws `unauthorized` where it is nobody's, or there is none. */
async function ask(
  request: FastifyRequest,
  credential: CallerHeaders,
  { gateway, identify }: McpOptions,
): Promise<void> {
  const isMissing = Object.keys(credential).length === 0;
  const { 'x-api-key': apiKey, authorization } = credential;
  const presented = apiKey === undefined ? { authorization } : { 'x-api-key': apiKey };
  const headers = { ...(await identify(request)), ...(isMissing ? {} : presented) };
  await gateway.caller(headers);
  if (isMissing) throw new PlatformError('unauthorized');
}

function namingOf({ query }: FastifyRequest): Naming {
  const { success, data } = asked.safeParse(query);
  if (success) return data.names;
  throw new PlatformError('invalid_request', {
    details: [{ path: 'names', message: 'must be `dots` or `underscores`' }],
  });
}

/** The credentials as the routes read them: a key may come as a bearer, as many clients send it. */
function credentialsOf({ headers }: FastifyRequest): CallerHeaders {
  const presented = presentedCredential(headers);
  const bearer = bearerOf(headers);
  const key = typeof presented === 'object' && presented.type === 'api_key' ? presented.secret : undefined;
  const holdsKey = typeof bearer === 'object' && bearer.type === 'api_key';
  return {
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...(headers.authorization === undefined || holdsKey ? {} : { authorization: headers.authorization }),
  };
}

/** Makes the request of a tool to this very server, so that it is checked, limited and refused as any other. */
function caller(
  app: FastifyInstance,
  { id, ip }: FastifyRequest,
  credential: CallerHeaders,
  { publicUrl }: McpOptions,
): CallRoute {
  return async (route, given) => {
    try {
      const { headers, ...asked } = requestOf(route, given);
      const answer = await app.inject({
        ...asked,
        headers: { ...headers, ...credential, 'x-request-id': id },
        remoteAddress: ip,
      });
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
