import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type Connections, presentedCredential } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { IncomingRequest } from '../authentication/admission.js';
import type { OpenStream, Streams } from './streams.js';
import type { Asked } from './subscription.js';

const EVENT_STREAM = 'text/event-stream';
const TOKEN_HEADER = 'x-graphql-event-stream-token';
const OPERATION_ID_LENGTH_MAX = 128;

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** What an address of streams needs. */
interface StreamsAddress {
  readonly streams: Streams;
  /** The server's connections: one that carries a stream is not late. */
  readonly connections: Pick<Connections, 'stream'>;
  readonly credentialOf: CredentialOf;
}

/** Returns the header fields with the one credential of a request, which may be elsewhere in it. Throws its refusal. */
type CredentialOf = (request: FastifyRequest) => IncomingHttpHeaders;

/** Returns what a server serves streams by at a path, for callers whose credential is in their headers unless `credentialOf` finds it. */
export function streamsAt<Path extends string>(
  streams: Streams,
  path: Path,
  credentialOf: CredentialOf = credentialIn,
) {
  return {
    path,
    methods: METHODS,
    serve: (app: FastifyInstance, connections: StreamsAddress['connections']) =>
      serveStreams(app, path, { streams, connections, credentialOf }),
  };
}

const operation = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.object({ operationId: z.string().min(1).max(OPERATION_ID_LENGTH_MAX).exactOptional() }).nullish(),
});
type Operation = z.output<typeof operation>;

const searched = z.object({ token: z.string().optional(), operationId: z.string().optional() });

/**
 * Serves subscriptions at a path, by the protocol of graphql-sse: an operation per connection, and, with a token, many operations in one.
 * Errors are the server's own answers, before a stream begins.
 */
function serveStreams(app: FastifyInstance, path: string, address: StreamsAddress): void {
  const { streams, connections, credentialOf } = address;
  app.addHook('preClose', async () => streams.end());
  app.route({
    method: [...METHODS],
    url: path,
    handler: async (request, reply) => {
      const incoming: IncomingRequest = { id: request.id, ip: request.ip, headers: credentialOf(request) };
      const caller = await streams.admit(incoming);
      const { token: searchedToken, operationId } = searched.parse(request.query);
      const token = textOf(request.headers[TOKEN_HEADER]) ?? searchedToken;
      const isStream = request.headers.accept?.includes(EVENT_STREAM) === true;
      if (request.method === 'PUT') return reply.code(201).type('text/plain').send(streams.reserve(incoming, caller));
      if (token === undefined) {
        if (!isStream) throw refused(`Ask for ${EVENT_STREAM}, or name the stream in \`${TOKEN_HEADER}\`.`);
        const { asked } = readOperation(request);
        const stream = streams.open(incoming, caller);
        try {
          streams.subscribe(stream, incoming, asked, undefined);
        } catch (error) {
          stream.events.end();
          throw error;
        }
        return send(request, reply, stream);
      }
      if (request.method === 'DELETE') {
        if (operationId === undefined) throw refused('`operationId` names no operation.');
        streams.reserved(token, caller).operations.get(operationId)?.abort();
        return reply.code(200).send();
      }
      if (isStream && request.method === 'GET') return send(request, reply, streams.read(token, caller));
      const { asked, id } = readOperation(request);
      if (id === undefined) throw refused('`extensions.operationId` names no operation.');
      streams.subscribe(streams.reserved(token, caller), incoming, asked, id);
      return reply.code(202).send();
    },
  });

  function send(request: FastifyRequest, reply: FastifyReply, { events }: OpenStream): FastifyReply {
    connections.stream(request.raw);
    reply.raw.once('close', () => events.end());
    return reply
      .code(200)
      .type(`${EVENT_STREAM}; charset=utf-8`)
      .send(Readable.from(events.text(), { objectMode: false }));
  }
}

function credentialIn({ headers }: FastifyRequest): IncomingHttpHeaders {
  const presented = presentedCredential(headers);
  if (presented === undefined || presented === 'malformed') throw new PlatformError('unauthorized');
  const { authorization, 'x-api-key': key } = headers;
  return { ...(authorization !== undefined && { authorization }), ...(key !== undefined && { 'x-api-key': key }) };
}

function readOperation({ method, body, query }: FastifyRequest): {
  readonly asked: Asked;
  readonly id: string | undefined;
} {
  const { success, data } = operation.safeParse(method === 'GET' ? fromAddress(query) : body);
  if (!success) throw refused('An operation is an object with `query`, and with `variables` and `operationName`.');
  return { asked: askedOf(data), id: data.extensions?.operationId };
}

function askedOf({ query, variables, operationName }: Operation): Asked {
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined };
}

function fromAddress(query: unknown): unknown {
  const { variables, extensions, ...rest } = z.record(z.string(), z.string()).catch({}).parse(query);
  try {
    return {
      ...rest,
      ...(variables !== undefined && { variables: JSON.parse(variables) }),
      ...(extensions !== undefined && { extensions: JSON.parse(extensions) }),
    };
  } catch {
    return undefined;
  }
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function refused(message: string): PlatformError {
  return new PlatformError('invalid_request', { message, details: [{ path: '', message }] });
}
