import {
  type ClientUnaryCall,
  Metadata,
  makeClientConstructor,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { systemClock } from '@platform/clock';
import { traceHeaders } from '@platform/tracing';
import { channelOptions } from './channel.js';
import { CALL_TIMEOUT_MS, REQUEST_ID_KEY } from './limits.js';
import { clientCredentials, type GrpcTls } from './tls.js';
import type { MethodName, RequestOf, ResponseOf, Sendable } from './types.js';
import { fromGrpcError } from './wire.js';

/** On whose behalf, and for how long, a call is made. */
export interface CallOptions {
  /** Internal token for the callee's audience. */
  readonly token: string;
  readonly requestId: string;
  /** Default 10 s. */
  readonly timeoutMs?: number;
}

/** One promise method a procedure; rejects with a `PlatformError`. Nothing is ever retried. */
export type GrpcClient<Definition> = {
  readonly [Name in MethodName<Definition> as Uncapitalize<Name>]: (
    request: Sendable<RequestOf<Definition, Name>>,
    options: CallOptions,
  ) => Promise<ResponseOf<Definition, Name>>;
} & {
  /** Closes the connection. */
  close(): void;
};

type UnaryMethod = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: number },
  callback: (error: ServiceError | null, response: unknown) => void,
) => ClientUnaryCall;

/** A client of one service at `host:port`, with mutual TLS where it is given; connects when first used and reconnects by itself. */
export function createGrpcClient<Definition extends ServiceDefinition>(
  definition: Definition,
  address: string,
  tls?: GrpcTls | undefined,
): GrpcClient<Definition> {
  const Client = makeClientConstructor(definition, 'service');
  const client = new Client(address, clientCredentials(tls), channelOptions);
  const methods = Object.keys(definition).map((name) => {
    const method: unknown = client[name];
    if (typeof method !== 'function') throw new Error(`no method ${name}`);
    return [name.charAt(0).toLowerCase() + name.slice(1), call.bind(null, method.bind(client) as UnaryMethod)];
  });
  // The constructor above made exactly the methods of the definition.
  return { ...Object.fromEntries(methods), close: () => client.close() } as GrpcClient<Definition>;
}

function call(method: UnaryMethod, request: unknown, options: CallOptions): Promise<unknown> {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${options.token}`);
  metadata.set(REQUEST_ID_KEY, options.requestId);
  for (const [key, value] of Object.entries(traceHeaders())) metadata.set(key, value);
  const deadline = systemClock.nowMs() + (options.timeoutMs ?? CALL_TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    method(request, metadata, { deadline }, (error, response) =>
      error === null ? resolve(response) : reject(fromGrpcError(error)),
    );
  });
}
