import { AsyncLocalStorage } from 'node:async_hooks';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import {
  acceptJsonAlone,
  type ConnectionLimits,
  Connections,
  type CorsOptions,
  challenges,
  corsAnswer,
  headFaultOf,
  noSchemaCompilers,
  REQUEST_ID_HEADER,
  requestIdOf,
  requestsOf,
  UnreadableBody,
} from '@platform/edge/http';
import { catalogue, PlatformError } from '@platform/errors';
import { type Caller, type TokenMinter, turnKeyOf } from '@platform/keys/tokens';
import type { Clock } from '@platform/kit/clock';
import { type Closeable, httpCloseable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import { observeCutConnection, observeHttpRequest } from '@platform/observability/metrics';
import { traceHttp } from '@platform/observability/tracing';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { RequestAdmission } from './authentication/admission.js';
import { RateLimited, rateLimitHeaders } from './authentication/rate-limit.js';
import { Executor, REFUSED } from './executor.js';
import { type Explorer, serveExplorer } from './explorer.js';
import { startGraph } from './graphql/apollo.js';
import { askingFor, type GatewayContext } from './graphql/context.js';
import { DocumentCache } from './graphql/documents/document-cache.js';
import { queueNewDocuments } from './graphql/documents/planning-queue.js';
import { invalidDocument, toGraphqlError } from './graphql/errors.js';
import { OperationQueue } from './graphql/operation-queue.js';
import { requireWithinLimits } from './graphql/request-limits.js';
import { SerialQueue, type SerialTurn } from './graphql/serial-queue.js';
import { SingleSubgraphExecutor } from './graphql/single-subgraph/executor.js';
import { SingleSubgraphPlans } from './graphql/single-subgraph/plans.js';
import { answerInProcess } from './in-process.js';
import type { SubgraphDataSource } from './subgraphs/data-source.js';

/** A REST body of 1 MiB as the variables of an operation, with space for the document. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';
/** The `accept` header of a client that takes this type. */
const ANY_JSON = new Set<string | undefined>([undefined, '*/*', 'application/json']);

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set before a handler runs. */
    caller: Caller;
    /** The turn in the queue for the work of its document that blocks the event loop; set before a handler runs. */
    turn: SerialTurn;
  }
}

/** The parts of the gateway. */
export interface GatewayOptions {
  readonly supergraphSdl: string;
  readonly dataSource: (subgraph: string) => SubgraphDataSource;
  readonly admission: RequestAdmission;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly connectionLimits: ConnectionLimits;
  /** Origins whose pages may call. */
  readonly cors: CorsOptions;
  readonly clock: Clock;
  readonly minter: TokenMinter;
  readonly logger: Logger;
  /** The graph explorer. Default: none. */
  readonly explorer?: Explorer;
  readonly listen: { readonly host: string; readonly port: number };
}

/** The running gateway: its server, which `close` stops, and its executor for calls in memory. */
export interface RunningGateway extends Closeable {
  readonly address: string;
  /** Executes operations for code in the same process. */
  readonly executor: Executor;
  /** Answers a request as `/graphql` does, for code in the same process. */
  readonly answer: ReturnType<typeof answerInProcess>;
  /** The schema as callers see it. */
  readonly schema: GraphQLSchema;
  /** The executor; it is closed once there are no more calls, over HTTP or in memory. */
  readonly graph: Closeable;
}

/** Serves the graph at `/graphql`, its explorer at `/explorer`, and liveness at `/health`. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { clock, admission, logger } = options;
  const requestIds = new AsyncLocalStorage<string>();
  const plans = new SingleSubgraphPlans();
  const documentCache = new DocumentCache();
  const serialQueue = new SerialQueue();
  const operationQueue = new OperationQueue();
  const currentRequestId = () => requestIds.getStore() ?? '';
  const { promise: schema, resolve: onSchema } = Promise.withResolvers<GraphQLSchema>();
  const graph = await startGraph({ ...options, currentRequestId, plans, documentCache, operationQueue, onSchema });
  const singleSubgraph = new SingleSubgraphExecutor(operationQueue, options);
  const execution = { graph, plans, singleSubgraph, documentCache, serialQueue, requestIds };
  const answerError = errorHandler(logger, clock);
  const connections = new Connections({
    limits: options.connectionLimits,
    trustedProxies: options.trustedProxies,
    writeRefusal: (error, requestId) => JSON.stringify({ errors: [toGraphqlError(error, requestId)] }),
    onCut: (reason) => observeCutConnection('graphql', reason),
  });
  const app = fastify({
    ...noSchemaCompilers,
    serverFactory: (handler) => connections.createServer(handler),
    // The server's own connection handling reports what it refuses.
    clientErrorHandler: () => undefined,
    genReqId: ({ headers }) => requestIdOf(headers),
    return503OnClosing: false,
    trustProxy: [...options.trustedProxies],
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  acceptJsonAlone(app, {
    bytesMax: BODY_BYTES_MAX,
    isKnown: async ({ caller }) => caller?.kind === 'user',
    queueKeyOf: ({ caller }) => turnKeyOf(caller) ?? 'services',
  });
  traceHttp(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ [REQUEST_ID_HEADER]: request.id, 'cache-control': 'no-store' });
    const { headers, isPreflight } = corsAnswer(request.raw, options.cors);
    reply.headers(headers);
    if (isPreflight) return reply.code(204).send();
    const headFault = headFaultOf(request.raw);
    if (headFault !== undefined) throw new PlatformError('invalid_request', { details: [headFault] });
  });
  app.addHook('onResponse', async ({ method, is404, routeOptions }, { statusCode: status, elapsedTime }) => {
    const route = is404 ? undefined : routeOptions.url;
    observeHttpRequest({ surface: 'graphql', method, route, status }, elapsedTime);
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(async ({ url }, reply) => {
    if (url.split('?')[0] !== '/graphql') throw new PlatformError('not_found');
    reply.header('allow', 'GET, POST');
    throw new PlatformError('method_not_allowed', { details: { allowed: ['GET', 'POST'] } });
  });
  app.get('/health', async () => ({ status: 'ok' }));
  if (options.explorer !== undefined) serveExplorer(app, options.explorer);
  await app.register(async (authenticated: FastifyInstance) => {
    authenticated.addHook('onRequest', async (request, reply) => {
      const { caller, rateLimit } = await admission.admit(request);
      if (caller.kind === 'user') connections.trust(request.raw);
      request.caller = caller;
      request.turn = serialQueue.turn(turnKeyOf(caller) ?? 'services');
      reply.headers(rateLimitHeaders(rateLimit, clock.nowMs()));
    });
    authenticated.addHook('onResponse', async (request, { statusCode }) => {
      const requests = requestsOf(request) - 1;
      if (requests > 0 && REFUSED.has(statusCode)) await admission.count(request, requests);
    });
    const answer = fastifyApolloHandler(graph, {
      context: async (request) => contextOf(request, options),
    });
    // The turn also ends when Apollo refuses the request, and when the client no longer waits for the response.
    const answerInTurn: typeof answer = async function (this: FastifyInstance, request, reply) {
      return Promise.resolve(answer.call(this, request, reply)).finally(request.turn.leave);
    };
    authenticated.addHook('preHandler', async ({ body }) => requireWithinLimits(body));
    authenticated.addHook('preHandler', answerFromOneSubgraph(plans, singleSubgraph, options));
    authenticated.addHook('preHandler', queueNewDocuments(documentCache));
    authenticated.addHook('preHandler', (request, _reply, done) => requestIds.run(request.id, done));
    authenticated.route({ method: ['GET', 'POST'], url: '/graphql', handler: answerInTurn });
  });
  const address = await app.listen(options.listen);
  return {
    address,
    executor: new Executor({ ...options, ...execution }),
    answer: answerInProcess(app),
    schema: await schema,
    close: () => httpCloseable(app).close(),
    graph: { close: () => graph.stop() },
  };
}

function contextOf({ caller, turn, id }: FastifyRequest, { minter }: GatewayOptions): GatewayContext {
  return { ...askingFor(minter, caller, id), caller, turn, isFacade: false };
}

/** Sends a document that one subgraph can answer completely to it. Apollo answers all others, and those with errors. */
function answerFromOneSubgraph(
  documents: SingleSubgraphPlans,
  answers: SingleSubgraphExecutor,
  options: GatewayOptions,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { body, headers, id } = request;
    const found = ANY_JSON.has(headers.accept) ? documents.find(body) : undefined;
    if (found === undefined) return;
    try {
      const answer = await answers.answer(found, contextOf(request, options));
      if (answer !== undefined) await reply.type(JSON_TYPE).send(answer);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      await reply.send({ errors: [toGraphqlError(error, id)], data: null });
    }
  };
}

/** An error of the web framework. */
type HttpError = Error & { code?: string; statusCode?: number };

/** Answers a request for which no operation was executed, as a GraphQL response. */
function errorHandler(logger: Logger, clock: Clock) {
  return async (error: HttpError, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const shown = refusalOf(error) ?? new PlatformError('internal', { details: { request_id: request.id } });
    if (catalogue[shown.code].http >= 500) logger.error({ err: error, requestId: request.id }, 'request failed');
    reply.header(REQUEST_ID_HEADER, request.id);
    if (shown.code === 'unauthorized')
      reply.header('www-authenticate', `${challenges.api_key}, ${challenges.bearer_token}`);
    if (shown instanceof RateLimited) {
      reply.headers(rateLimitHeaders(shown.rateLimit, clock.nowMs()));
      reply.header('retry-after', String(shown.retryAfterSeconds));
    }
    await reply.code(catalogue[shown.code].http).send({ errors: [toGraphqlError(shown, request.id)] });
  };
}

function refusalOf(error: HttpError): PlatformError | undefined {
  if (error instanceof PlatformError) return error.code === 'internal' ? undefined : error;
  if (error.code === 'FST_ERR_BAD_URL') return new PlatformError('not_found');
  switch (error.statusCode) {
    case 415:
      return new PlatformError('unsupported_media_type', { details: { accepted: ['application/json'] } });
    default:
      return error.statusCode === 400 ? invalidBody(error) : undefined;
  }
}

function invalidBody(error: HttpError): PlatformError {
  if (!(error instanceof UnreadableBody)) return invalidDocument('The body is not valid JSON.');
  const { path, message } = error;
  if (path === '') return invalidDocument(`The body ${message}.`);
  return new PlatformError('invalid_request', { message: `\`${path}\` ${message}.`, details: [{ path, message }] });
}
