import {
  type handleUnaryCall,
  type Metadata,
  Server,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { PlatformError } from '@platform/errors';
import { TRACEPARENT_HEADER } from '@platform/observability/tracing';
import { sharedOptions } from './channel.js';
import type { GrpcClient } from './client.js';
import { type HealthChecks, healthTypes, serveHealth } from './health.js';
import { REQUEST_ID_KEY } from './limits.js';
import { createLocalClient } from './local-client.js';
import {
  type ArrivedCall,
  guardProcedures,
  type Procedure,
  type ProcedureOptions,
  type Procedures,
  type ServedService,
} from './procedures.js';
import type { ServedStreams } from './streams/server.js';
import { type GrpcTls, requireSafeAddress, serverCredentials } from './tls/tls.js';
import type { MethodName } from './types.js';
import { toGrpcStatus } from './wire.js';

/** A running server. */
export interface GrpcServer<Definition> {
  /** The bound port. */
  readonly port: number;
  /** Calls the service from its own process without the network: the same procedures behind the same access table. */
  readonly localClient: GrpcClient<Definition>;
  /** Reports to `grpc.health.v1` that start-up work is done (service name `ready`, and the full name of the service). */
  markReady(): void;
  /** Waits for calls in flight, within a bound, then stops. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 5_000;

/** The options of a server. */
export interface GrpcServerOptions<Definition extends ServiceDefinition> extends ProcedureOptions {
  /** `host:port`; port 0 picks a free one. */
  readonly listen: string;
  readonly service: ServedService<Definition>;
  /** A service of streams beside it; absent: none. */
  readonly streams?: ServedStreams | undefined;
  /** The checks in `grpc.health.v1` beyond the process itself. */
  readonly checks?: HealthChecks;
  /** Mutual TLS; absent: no TLS. */
  readonly tls?: GrpcTls | undefined;
  /** Whether it may run without TLS where other machines reach it; absent: it refuses to start. */
  readonly allowWithoutTls?: boolean;
}

/** Serves one service with health and reflection. Throws `ConfigurationError` where it would serve other machines without TLS. */
export async function startGrpcServer<Definition extends ServiceDefinition>(
  options: GrpcServerOptions<Definition>,
): Promise<GrpcServer<Definition>> {
  const { listen: address, tls, allowWithoutTls = false } = options;
  requireSafeAddress('GRPC_LISTEN', address, { tls, allowWithoutTls });
  const server = new Server(sharedOptions);
  const lifecycle = { ready: false, closing: false };
  const ready = async () => assertUp(lifecycle.ready && !lifecycle.closing);
  const own: HealthChecks = {
    '': async () => assertUp(!lifecycle.closing),
    ready,
    ...Object.fromEntries(serviceNames(options.service).map((name) => [name, ready])),
  };
  const closing = new AbortController();
  const { streams } = options;
  serveHealth(server, { ...options.checks, ...own }, options.logger);
  const described = { ...options.service.packageDefinition, ...streams?.packageDefinition, ...healthTypes };
  new ReflectionService(described).addToServer(server);
  const procedures = guardProcedures(options.service, options);
  server.addService(options.service.definition, implement(options.service.definition, procedures));
  streams?.addTo(server, { ...options, closing: closing.signal, headOf });
  const port = await bind(server, options);
  return {
    port,
    localClient: createLocalClient(options.service.definition, procedures),
    markReady: () => {
      lifecycle.ready = true;
    },
    close: () => {
      lifecycle.closing = true;
      closing.abort();
      return close(server);
    },
  };
}

/** Returns the full name of the service, with which the paths of its methods begin: `/trading.wallet.v1.WalletService/GetWallet`. */
function serviceNames({ definition }: Pick<ServedService<ServiceDefinition>, 'definition'>): string[] {
  return [...new Set(Object.values(definition).map(({ path }) => path.split('/')[1] ?? ''))];
}

function implement<Definition extends ServiceDefinition>(
  definition: Definition,
  procedures: Procedures<Definition>,
): UntypedServiceImplementation {
  const names = Object.keys(definition) as MethodName<Definition>[];
  return Object.fromEntries(names.map((name) => [name, unary(procedures[name])]));
}

function unary<Request, Response>(procedure: Procedure<Request, Response>): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    procedure(
      call.request,
      arrived(call.metadata, () => call.cancelled),
    ).then(
      (response) => callback(null, response),
      // A procedure rejects only with a `PlatformError`.
      (error: unknown) =>
        callback(toGrpcStatus(error instanceof PlatformError ? error : new PlatformError('internal'))),
    );
  };
}

function arrived(metadata: Metadata, isGivenUp: () => boolean): ArrivedCall {
  return { ...headOf(metadata), traceparent: firstText(metadata, TRACEPARENT_HEADER), isGivenUp };
}

function headOf(metadata: Metadata): Pick<ArrivedCall, 'token' | 'requestId'> {
  const [scheme, token] = firstText(metadata, 'authorization')?.split(' ') ?? [];
  return { token: scheme === 'Bearer' ? token : undefined, requestId: firstText(metadata, REQUEST_ID_KEY) ?? '' };
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
