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
import type { SubgraphDataSource } from './subgraphs/data-source.js';

/** A REST body of 1 MiB as the variables of an operation, with room for the document. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';
/** What a client that takes this type sends as `accept`. */
const ANY_JSON = new Set<string | undefined>([undefined, '*/*', 'application/json']);

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before a handler runs. */
    caller: Caller;
    /** The turn in which what its document costs the event loop is done; set before a handler runs. */
    turn: SerialTurn;
  }
}

/** What the gateway is made of. */
export interface GatewayOptions {
  readonly supergraphSdl: string;
  readonly dataSource: (subgraph: string) => SubgraphDataSource;
  readonly admission: RequestAdmission;
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly connectionLimits: ConnectionLimits;
  /** Whose pages may call. */
  readonly cors: CorsOptions;
  readonly clock: Clock;
  readonly minter: TokenMinter;
  readonly logger: Logger;
  /** The graph explorer. Default: there is none. */
  readonly explorer?: Explorer;
  readonly listen: { readonly host: string; readonly port: number };
}

/** The gateway as it runs: its server, which `close` stops, and what executes for those who ask it. */
export interface RunningGateway extends Closeable {
  readonly address: string;
  /** Executes for what runs in the same process. */
  readonly executor: Executor;
  /** What executes; it is closed when nobody asks any more, over HTTP or in memory. */
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
  const graph = await startGraph({ ...options, currentRequestId, plans, documentCache, operationQueue });
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
    // Its server's own connections say what is refused there.
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
    // The turn ends with whatever Apollo refuses, and also where nobody waits for the answer any more.
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
    close: () => httpCloseable(app).close(),
    graph: { close: () => graph.stop() },
  };
}

function contextOf({ caller, turn, id }: FastifyRequest, { minter }: GatewayOptions): GatewayContext {
  return { ...askingFor(minter, caller, id), caller, turn, isFacade: false };
}

/** Has a document that one subgraph answers whole answered by it. Apollo answers all else, and what it finds errors in. */
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

/** What the web framework throws. */
type HttpError = Error & { code?: string; statusCode?: number };

/** Answers what no operation was executed for in the shape of a GraphQL response. */
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
