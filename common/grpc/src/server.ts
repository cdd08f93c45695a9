import {
  type handleUnaryCall,
  Metadata,
  Server,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { catalogue, PlatformError } from '@platform/errors';
import type { Logger } from '@platform/logging';
import { type Caller, type TokenVerifier, turnKeyOf } from '@platform/tokens';
import { Turns } from '@platform/turns';
import { type Access, authorize } from './access.js';
import { sharedOptions } from './channel.js';
import { type HealthChecks, serveHealth } from './health.js';
import { REQUEST_ID_KEY } from './limits.js';
import { ObservedCall } from './observed-call.js';
import { type GrpcTls, serverCredentials } from './tls.js';
import type { MethodName, RequestOf, ResponseOf, Sendable } from './types.js';
import { toGrpcStatus } from './wire.js';

/** What a handler knows of its call beyond the request. */
export interface CallContext {
  readonly caller: Caller;
  /** Names the request in every log line of every process that it passes. */
  readonly requestId: string;
  /** Whether nobody waits for the answer any more: its deadline has passed, or it was cancelled. */
  isGivenUp(): boolean;
}

/** One function a method; a thrown `PlatformError` reaches the caller, anything else becomes `internal`. */
export type Handlers<Definition> = {
  readonly [Name in MethodName<Definition>]: (
    request: RequestOf<Definition, Name>,
    context: CallContext,
  ) => Promise<Sendable<ResponseOf<Definition, Name>>>;
};

/** Who may call each method: every method must be named, so that none is open by omission. */
export type AccessTable<Definition> = { readonly [Name in MethodName<Definition>]: Access };

/** A service to serve. */
export interface ServedService<Definition extends ServiceDefinition> {
  readonly definition: Definition;
  readonly packageDefinition: PackageDefinition;
  readonly access: AccessTable<Definition>;
  readonly handlers: Handlers<Definition>;
}

/** A running server. */
export interface GrpcServer {
  /** The port it is bound to. */
  readonly port: number;
  /** Tells `grpc.health.v1` that start-up work is done (service name `ready`). */
  markReady(): void;
  /** Lets calls in flight finish, within a bound, then stops. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 5_000;
/**
 * Reads of one caller by one method: a caller who asks for much waits for itself, not others for it. What changes something may
 * have to wait for a venue or a chain that hangs, and is never refused for that.
 */
const TURNS_OF_A_CALLER = { atOnce: 4, pieces: 1_000, waitMs: 5_000 };

/** What a server is started with. */
export interface GrpcServerOptions<Definition extends ServiceDefinition> {
  /** `host:port`; port 0 picks a free one. */
  readonly listen: string;
  readonly service: ServedService<Definition>;
  readonly verifier: TokenVerifier;
  /** What `grpc.health.v1` is asked for beyond the process itself. */
  readonly checks?: HealthChecks;
  readonly logger: Logger;
  /** Mutual TLS; absent: none. */
  readonly tls?: GrpcTls | undefined;
  /** Names what a handler threw by a documented code, such as a store that can't be reached; anything else passes. */
  readonly translateError?: (error: unknown) => unknown;
}

/** Serves one service with health and reflection. */
export async function startGrpcServer<Definition extends ServiceDefinition>(
  options: GrpcServerOptions<Definition>,
): Promise<GrpcServer> {
  const server = new Server(sharedOptions);
  const lifecycle = { ready: false, closing: false };
  const own: HealthChecks = {
    '': async () => assertUp(!lifecycle.closing),
    ready: async () => assertUp(lifecycle.ready && !lifecycle.closing),
  };
  serveHealth(server, { ...options.checks, ...own }, options.logger);
  new ReflectionService(options.service.packageDefinition).addToServer(server);
  server.addService(options.service.definition, implement(options));
  const port = await bind(server, options);
  return {
    port,
    markReady: () => {
      lifecycle.ready = true;
    },
    close: () => {
      lifecycle.closing = true;
      return close(server);
    },
  };
}

function implement<Definition extends ServiceDefinition>(
  options: GrpcServerOptions<Definition>,
): UntypedServiceImplementation {
  const { definition, handlers, access } = options.service;
  const names = Object.keys(definition) as MethodName<Definition>[];
  return Object.fromEntries(names.map((name) => [name, unary(name, handlers[name], access[name], options)]));
}

function unary<Request, Response>(
  method: string,
  handler: (request: Request, context: CallContext) => Promise<Response>,
  access: Access,
  { verifier, logger, translateError = (error) => error }: Omit<GrpcServerOptions<ServiceDefinition>, 'service'>,
): handleUnaryCall<Request, Response> {
  const turns = new Turns(TURNS_OF_A_CALLER);
  return (call, callback) => {
    const requestId = firstText(call.metadata, REQUEST_ID_KEY) ?? '';
    const observed = new ObservedCall(method, requestId, call.metadata);
    observed
      .run(() => answer(call))
      .then((response) => {
        observed.end('ok');
        callback(null, response);
      })
      .catch((error: unknown) => {
        const shown = shownError(translateError(error), { method, requestId }, logger);
        observed.end(shown.code);
        callback(toGrpcStatus(shown));
      });

    async function answer({ metadata, request }: ServerUnaryCall<Request, Response>): Promise<Response> {
      const caller = await verifier.verify(bearerToken(metadata));
      authorize(caller, access);
      const context = { caller, requestId, isGivenUp: () => call.cancelled };
      const key = access.users === 'read' ? turnKeyOf(caller) : undefined;
      return key === undefined ? handler(request, context) : turns.take(key, () => inTurn(request, context));
    }

    async function inTurn(request: Request, context: CallContext): Promise<Response> {
      if (context.isGivenUp()) throw new PlatformError('deadline_exceeded');
      return handler(request, context);
    }
  };
}

/** What callers see; what is not their doing is logged with its cause. */
function shownError(error: unknown, call: { method: string; requestId: string }, logger: Logger): PlatformError {
  if (error instanceof PlatformError && error.code !== 'internal') {
    if (catalogue[error.code].http >= 500) logger.warn({ err: error, ...call }, 'call failed');
    return error;
  }
  logger.error({ err: error, ...call }, 'unexpected error');
  return new PlatformError('internal', { details: { request_id: call.requestId } });
}

function bearerToken(metadata: Metadata): string {
  const [scheme, token] = firstText(metadata, 'authorization')?.split(' ') ?? [];
  if (scheme !== 'Bearer' || token === undefined) throw new PlatformError('unauthorized');
  return token;
}

function firstText(metadata: Metadata, key: string): string | undefined {
  const [value] = metadata.get(key);
  return value?.toString();
}

function bind(
  server: Server,
  { listen, tls }: Pick<GrpcServerOptions<ServiceDefinition>, 'listen' | 'tls'>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(listen, serverCredentials(tls), (error, port) => (error ? reject(error) : resolve(port)));
  });
}

function assertUp(isUp: boolean): void {
  if (!isUp) throw new Error('starting or stopping');
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, CLOSE_TIMEOUT_MS);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
