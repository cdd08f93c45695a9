import { Server as TlsServer } from 'node:tls';
import { ApolloServer, type ApolloServerOptions } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { noSchemaCompilers, requestIdOf } from '@platform/edge/http';
import { catalogue, PlatformError } from '@platform/errors';
import type { Caller, TokenVerifier } from '@platform/keys/tokens';
import { type Closeable, httpCloseable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import { operationMetrics } from '@platform/observability/metrics';
import { traceHttp } from '@platform/observability/tracing';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { type GrpcTls, requireSafeAddress } from '../grpc/index.js';
import { formatError } from './errors.js';

/** The caller, and the metadata of each call to the service. */
export interface SubgraphRequest {
  readonly caller: Caller;
  /** The gateway's token, passed on unchanged with each call: a service and its subgraph share one audience. */
  readonly token: string;
  readonly requestId: string;
}

const BODY_BYTES_MAX = 2 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** The options of a subgraph. */
interface SubgraphOptions<Context extends SubgraphRequest> {
  readonly listen: string;
  /** With it only processes of the platform connect; absent: without TLS. */
  readonly tls?: GrpcTls | undefined;
  /** Whether an address that other machines reach may go without. */
  readonly allowWithoutTls?: boolean;
  readonly schema: GraphQLSchema;
  /** Returns whether a check of the service, by its name, passes now; never rejects. */
  readonly passes: (check: string) => Promise<boolean>;
  readonly verifier: TokenVerifier;
  readonly logger: Logger;
  readonly context: (request: SubgraphRequest) => Context;
}

/**
 * Serves a subgraph at `/graphql`, its liveness at `/health`, and at `/readiness/<check>` whether a check of the service passes. Only the
 * gateway can call it: every request carries a token for the service's audience. `context` makes what resolvers need, such as loaders, once
 * per request.
 */
export async function startSubgraph<Context extends SubgraphRequest>(
  options: SubgraphOptions<Context>,
): Promise<Closeable & { port: number }> {
  const { listen, tls, allowWithoutTls = false } = options;
  requireSafeAddress('SUBGRAPH_LISTEN', listen, { tls, allowWithoutTls });
  const app = fastify({
    ...noSchemaCompilers,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: ({ headers }) => requestIdOf(headers),
    https: tls === undefined ? null : { ...tls.pem, requestCert: true, rejectUnauthorized: true },
  });
  const { server } = app;
  const renew = () => server instanceof TlsServer && tls !== undefined && server.setSecureContext(tls.pem);
  tls?.addIdentityCertificateListener(renew);
  traceHttp(app);
  const apollo = new ApolloServer<Context>(apolloOptions(options.schema, options.logger));
  await apollo.start();
  app.get('/health', async () => ({ status: 'ok' }));
  app.get<{ Params: { check: string } }>('/readiness/:check', async (request, reply) => {
    await identify(request, options.verifier);
    const isReady = await options.passes(request.params.check);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unready' });
  });
  app.setErrorHandler(errorHandler(options.logger));
  app.post('/graphql', async (request, reply) => {
    const contextValue = options.context(await identify(request, options.verifier));
    // Only the gateway calls, always in the same way: Apollo's own HTTP layer would negotiate it per request.
    const { body, http } = await apollo.executeOperation(readOperation(request.body), { contextValue });
    if (body.kind !== 'single') throw new Error('no operation is delivered in parts');
    reply.code(http.status ?? 200).type('application/json; charset=utf-8');
    const { errors, data } = body.singleResult;
    // Errors come first: an answer that begins with its data has none.
    return JSON.stringify({ errors, data });
  });
  const { host, port } = parseAddress(listen);
  await app.listen({ host, port });
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      tls?.removeIdentityCertificateListener(renew);
      await httpCloseable(app).close();
      await apollo.stop();
    },
  };
}

function apolloOptions<Context extends SubgraphRequest>(
  schema: GraphQLSchema,
  logger: Logger,
): ApolloServerOptions<Context> {
  return {
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // The process stops its parts itself: Apollo's own handler would send it the signal a second time.
    stopOnTerminationSignals: false,
    formatError: formatError(logger),
    plugins: [
      operationMetrics(),
      // It would wrap every resolver of every field.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  };
}

const operation = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});

function readOperation(body: unknown): { query: string; variables?: Record<string, unknown> } {
  const { success, data, error } = operation.safeParse(body);
  if (!success) throw new PlatformError('invalid_request', { cause: error });
  return data.variables == null ? { query: data.query } : { query: data.query, variables: data.variables };
}

/** Answers a request whose operation was not executed in the shape of a GraphQL response. */
function errorHandler(logger: Logger) {
  return async (error: unknown, _request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!(error instanceof PlatformError)) logger.error({ err: error }, 'request failed');
    const { code, message } = error instanceof PlatformError ? error : new PlatformError('internal');
    await reply.code(catalogue[code].http).send({ errors: [{ message, extensions: { code } }] });
  };
}

async function identify(request: FastifyRequest, verifier: TokenVerifier): Promise<SubgraphRequest> {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  if (scheme !== 'Bearer' || token === undefined) throw new PlatformError('unauthorized');
  return { caller: await verifier.verify(token), token, requestId: request.id };
}

function parseAddress(listen: string): { host: string; port: number } {
  const separator = listen.lastIndexOf(':');
  return { host: listen.slice(0, separator), port: Number(listen.slice(separator + 1)) };
}
