import {
  acceptJsonAlone,
  type ConnectionLimits,
  Connections,
  type CorsOptions,
  corsAnswer,
  headFaultOf,
  noSchemaCompilers,
  presentedCredential,
  REQUEST_ID_HEADER,
  requestIdOf,
  requestsOf,
} from '@platform/edge/http';
import { catalogue, PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { observeCutConnection, observeHttpRequest } from '@platform/observability/metrics';
import { traceHttp } from '@platform/observability/tracing';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isInjection } from 'light-my-request';
import { CONSOLE_ROUTES, type ConsoleParts, serveConsole } from '../console/serve-console.js';
import { isConsolePath } from '../console/session-cookie.js';
import { isMissingPage, missingPage } from '../documents/missing-page.js';
import { PAGE_PATHS, type Pages, sendPage, servePages } from '../documents/serve-pages.js';
import type { Asker, OnAllowance } from '../gateway/executor.js';
import type { Gateway } from '../gateway/gateway.js';
import { legacyHeaders } from '../legacy/headers.js';
import { isLegacy, requireNotEnded } from '../legacy/operation.js';
import { MCP_PATH, serveMcp } from '../mcp/mcp-route.js';
import type { LocalOperation } from '../openapi/local-operation.js';
import type { Ask, Route } from '../routes/route.js';
import { checkCaller, credentialOf, type Prove, provesCaller, unauthorizedAt } from './credentials.js';
import { envelope, sendError } from './envelope.js';
import { withFieldMessages } from './field-messages.js';
import { BODY_BYTES_MAX, type HttpError, refusalOf } from './refusals.js';
import { frameworkPath, surfacePaths } from './route-paths.js';

/** A canonical symbol is the longest parameter. */
const PARAMETER_LENGTH_MAX = 512;
/** The console's endpoints serve the pages of their own origin, which need no permission. */
const NO_ORIGINS: CorsOptions = { origins: [], ownUrl: () => '' };
/** What a page of the console is told that has no session: no header would be read. */
const COOKIE_CHALLENGE = 'Cookie realm="trading-platform"';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of the table that this handler serves. */
    route?: Route;
    /** Whether only the calls of tools reach it. */
    isForTools?: boolean;
    /** Whether it serves the pages of the console alone, whose credential is in a cookie. */
    isConsole?: true;
    /** Authenticates the caller and counts the request: before a large body is read, and on a refusal. Absent where nothing counts. */
    prove?: Prove;
  }
  interface FastifyRequest {
    /** The caller for whom the gateway is called. */
    asker: Asker;
    /** Whether the gateway has been called: until then the caller's credential is unchecked. */
    asked: boolean;
  }
}

/** A route that the facade answers itself, without the graph: health, documents. */
export interface LocalRoute {
  readonly path: `/${string}`;
  readonly documented: LocalOperation;
  /** Receives the path parameters. Text with its own content type is sent unchanged, anything else as JSON. */
  readonly answer: (parameters: Readonly<Record<string, string>>) => Promise<{
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  }>;
}

/** The refusal of a request head that no server may act on, for every sender. */
class MalformedHead extends PlatformError {}

/** What another package serves on this server, with errors, limits and headers as everywhere. */
export interface Beside {
  readonly path: `/${string}`;
  readonly methods: readonly Route['method'][];
  readonly serve: (app: FastifyInstance, connections: Connections) => void;
}

/** The parts of the facade. */
export interface FacadeOptions {
  readonly routes: readonly Route[];
  /** Routes that only the calls of tools reach. Default: none. */
  readonly toolOnlyRoutes?: readonly Route[];
  readonly localRoutes: readonly LocalRoute[];
  readonly gateway: Gateway;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly connectionLimits: ConnectionLimits;
  /** Base of `docs_url`; read when needed, since a free port is known only after binding. */
  readonly publicUrl: () => string;
  /** Origins, besides the platform's own, whose pages may call. Default: none. */
  readonly corsOrigins?: readonly string[];
  /** Pages for browsers. Default: none. */
  readonly pages?: Pages;
  /** What else is served beside the routes of the table. Default: nothing. */
  readonly beside?: readonly Beside[];
  /** What the pages of the console call. Default: their endpoints aren't there. */
  readonly console?: ConsoleParts;
  /** Says whether the older surface has ended. */
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The HTTP server of the REST surface, not yet listening. */
export function buildServer(options: FacadeOptions): FastifyInstance {
  const { routes, toolOnlyRoutes = [], localRoutes, beside = [] } = options;
  const answerError = errorHandler(options);
  const cors = { origins: options.corsOrigins ?? [], ownUrl: options.publicUrl };
  const connections = new Connections({
    limits: options.connectionLimits,
    trustedProxies: options.trustedProxies,
    writeRefusal: (error) => JSON.stringify(envelope(error, options.publicUrl())),
    onCut: (reason) => observeCutConnection('rest', reason),
  });
  const app = fastify({
    ...noSchemaCompilers,
    serverFactory: (handler) => connections.createServer(handler),
    // The server's own connection handling reports what it refuses.
    clientErrorHandler: () => undefined,
    genReqId: ({ headers }) => requestIdOf(headers),
    return503OnClosing: false,
    trustProxy: [...options.trustedProxies],
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  const { methodsOf, pathOf } = surfacePaths([
    ...routes,
    ...localRoutes.map(({ path }) => ({ method: 'GET', path }) as const),
    ...(options.pages === undefined ? [] : PAGE_PATHS.map((path) => ({ method: 'GET', path }) as const)),
    { method: 'POST', path: MCP_PATH },
    ...beside.flatMap(({ path, methods }) => methods.map((method) => ({ method, path }))),
    ...(options.console === undefined ? [] : CONSOLE_ROUTES),
  ]);
  acceptJsonAlone(app, { bytesMax: BODY_BYTES_MAX, isKnown, queueKeyOf });
  app.decorateRequest('asker');
  app.decorateRequest('asked', false);
  traceHttp(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ [REQUEST_ID_HEADER]: request.id, 'cache-control': 'no-store' });
    const { headers, isPreflight } = corsAnswer(request.raw, isConsolePath(request.url) ? NO_ORIGINS : cors);
    reply.headers(headers);
    if (isPreflight) return reply.code(204).send();
    const { route } = request.routeOptions.config;
    const headFault = headFaultOf(request.raw);
    if (headFault !== undefined)
      throw new MalformedHead(route?.invalidRequest ?? 'invalid_request', { details: [headFault] });
    // A parameter value that equals another path, which takes other methods, is never matched here.
    const isOther = route?.path.includes('{') === true && pathOf(request.url) !== route.path;
    if (request.is404 || isOther || isHidden(request)) refuseAddress(reply, methodsOf(request.url));
    if (route === undefined) return;
    const { id, ip } = request;
    // Set before the credential is read: a request without one is counted too.
    request.asker = { id, ip, headers: {} };
    if (isLegacy(route)) {
      reply.headers(legacyHeaders(route, request.params, options.publicUrl()));
      requireNotEnded(route, options.clock.nowMs());
    }
    request.asker = {
      ...request.asker,
      headers: credentialOf(route.authentication, request.headers),
      ...(isLegacy(route) && { legacyOperation: route.legacy.name }),
    };
  });
  app.addHook(
    'onResponse',
    async ({ method, is404, routeOptions, raw, asker }, { statusCode: status, elapsedTime }) => {
      const { route: served, isConsole, prove } = routeOptions.config ?? {};
      const isAnsweredPage = isConsole === true && prove !== undefined && status < 400;
      // A page without a session asks as nobody, and is answered too.
      const isSession = isAnsweredPage && presentedCredential(asker.headers) !== undefined;
      if (isSession || provesCaller(served, status)) connections.trust(raw);
      const route = is404 ? undefined : (routeOptions.config?.route?.path ?? routeOptions.url);
      observeHttpRequest({ surface: 'rest', method, route, status }, elapsedTime);
    },
  );
  app.setErrorHandler<HttpError>(answerError);
  for (const route of routes) serve(app, route, options);
  for (const route of toolOnlyRoutes) serve(app, route, options, { isForTools: true });
  for (const route of localRoutes) serveLocal(app, route);
  serveMcp(app, { ...options, routes: [...routes, ...toolOnlyRoutes] });
  if (options.pages !== undefined) servePages(app, options.pages);
  for (const { serve } of beside) serve(app, connections);
  if (options.console !== undefined) serveConsole(app, { ...options, ...options.console });
  return app;
}

function serve(
  app: FastifyInstance,
  route: Route,
  { gateway, publicUrl, logger }: FacadeOptions,
  reach: { readonly isForTools?: true } = {},
): void {
  const prove: Prove = async ({ asker }, requests, onAllowance) =>
    checkCaller(route, await gateway.caller(asker, onAllowance, requests));
  app.route({
    method: route.method,
    url: frameworkPath(route.path),
    config: { route, prove, ...reach },
    handler: async (request, reply) => {
      const ask: Ask = async (operation, variables) => {
        request.asked = true;
        try {
          return await gateway.ask(operation, variables, request.asker, relayTo(reply));
        } catch (error) {
          // A response that has begun can't become an error: the connection is closed, so that no client takes it for complete.
          if (reply.raw.headersSent)
            logger.warn({ err: error, requestId: request.id, path: route.path }, 'an answer broke off');
          throw error;
        }
      };
      // It may read before it writes: what it reads is not for a key that may not do it.
      if (isWriteOfLegacy(route)) await prove(request);
      const context = { publicUrl: publicUrl(), requestId: request.id };
      const { status, headers, body } = await route.run(request, ask, context);
      return reply.code(status).headers(headers).send(body);
    },
  });
}

function isWriteOfLegacy({ legacy, permission, authentication }: Route): boolean {
  return legacy !== undefined && permission === 'trade' && authentication !== 'none';
}

/** Forwards the gateway's allowance headers, unless the response has begun. */
function relayTo(reply: FastifyReply): OnAllowance {
  return (headers) => {
    if (!reply.raw.headersSent) reply.headers(headers);
  };
}

function serveLocal(app: FastifyInstance, { path, documented, answer }: LocalRoute): void {
  app.get<{ Params: Record<string, string> }>(frameworkPath(path), async ({ params }, reply) => {
    const { status, headers = {}, body } = await answer(params);
    const shown = typeof body === 'string' ? body : documented.responses[status]?.parse(body);
    return reply.code(status).headers(headers).send(shown);
  });
}

/** Authenticates the caller of a route that takes a credential. */
async function isKnown(request: FastifyRequest): Promise<boolean> {
  const { route, prove } = request.routeOptions.config;
  if (prove === undefined || route?.authentication === 'none') return false;
  await prove(request);
  return true;
}

/** A credential has one slot per address: the call of a tool holds one, and the route of the tool another. */
function queueKeyOf({ headers, asker, routeOptions }: FastifyRequest): string {
  const presented = presentedCredential(routeOptions.config.isConsole ? asker.headers : headers);
  return `${routeOptions.url} ${JSON.stringify(presented)}`;
}

/** Returns whether a request from outside names the address of a tool, which does not exist there. */
function isHidden({ routeOptions, raw }: FastifyRequest): boolean {
  return routeOptions.config?.isForTools === true && !isInjection(raw);
}

function refuseAddress(reply: FastifyReply, methods: readonly string[]): never {
  if (methods.length === 0) throw new PlatformError('not_found');
  reply.header('allow', methods.join(', '));
  throw new PlatformError('method_not_allowed', { details: { allowed: methods } });
}

/** Answers every error with the envelope: a documented error unchanged, any other as `internal` with its text in the log. */
function errorHandler({ logger, publicUrl, pages }: FacadeOptions) {
  return async (error: HttpError, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const shown = taught(await precedence(explain(error, request), request, reply), request, reply);
    reply.header(REQUEST_ID_HEADER, request.id);
    if (pages !== undefined && shown.code === 'not_found' && isMissingPage(request))
      return sendPage(reply, missingPage);
    await sendError(reply, shown, { publicUrl: publicUrl(), url: request.url });
  };

  /** Adds what is accepted: the credential of the route, and the fields at fault in a sentence. */
  function taught(
    refusal: PlatformError,
    { headers, routeOptions }: FastifyRequest,
    reply: FastifyReply,
  ): PlatformError {
    if (refusal.code !== 'unauthorized') return withFieldMessages(refusal);
    if (routeOptions.config?.isConsole) {
      reply.header('www-authenticate', COOKIE_CHALLENGE);
      return refusal;
    }
    const { error, challenge } = unauthorizedAt(routeOptions.config?.route?.authentication, headers);
    reply.header('www-authenticate', challenge);
    return error;
  }

  function explain(error: HttpError, request: FastifyRequest): PlatformError {
    const route = request.routeOptions.config?.route;
    const known = error instanceof PlatformError ? error : refusalOf(error, route?.invalidRequest ?? 'invalid_request');
    const place = { requestId: request.id, path: route?.path };
    if (known !== undefined && known.code !== 'internal') {
      if (catalogue[known.code].http >= 500) logger.warn({ err: known, ...place }, 'request failed');
      return known;
    }
    logger.error({ err: error, ...place }, 'unexpected error');
    return new PlatformError('internal', { details: { request_id: request.id } });
  }

  /**
   * Reports a missing right to use the route before any fault of the request: the gateway is called only for a refused request,
   * and counts it.
   */
  async function precedence(
    refusal: PlatformError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<PlatformError> {
    const { route, prove } = request.routeOptions.config ?? {};
    if (prove === undefined || request.asked || isHidden(request)) return refusal;
    if (refusal.code === 'internal' || refusal instanceof MalformedHead) return refusal;
    try {
      await prove(request, requestsOf(request), relayTo(reply));
      return refusal;
    } catch (error) {
      const preceding = explain(error instanceof Error ? error : new Error(String(error)), request);
      // Without a credential the gateway only counts: its one possible refusal is that there were too many requests.
      const isOnlyCounted = route?.authentication === 'none' || refusal.code === 'unauthorized';
      return isOnlyCounted && preceding.code !== 'rate_limited' ? refusal : preceding;
    }
  }
}
