import { Client, Metadata, type ServiceDefinition } from '@grpc/grpc-js';
import { systemClock } from '@platform/kit/clock';
import { traceHeaders } from '@platform/observability/tracing';
import { channelOptions } from './channel.js';
import { CALL_TIMEOUT_MS, REQUEST_ID_KEY } from './limits.js';
import { clientCredentials, type GrpcTls } from './tls/tls.js';
import type { MethodName, RequestOf, ResponseOf, Sendable } from './types.js';
import { callUnary } from './unary-call.js';

/** The token and the deadline of a call. */
export interface CallOptions {
  /** Internal token for the callee's audience. */
  readonly token: string;
  readonly requestId: string;
  /** Default 10 s. */
  readonly timeoutMs?: number;
}

/** One promise method per procedure; rejects with a `PlatformError`. Nothing is ever retried. */
export type GrpcClient<Definition> = {
  readonly [Name in MethodName<Definition> as Uncapitalize<Name>]: (
    request: Sendable<RequestOf<Definition, Name>>,
    options: CallOptions,
  ) => Promise<ResponseOf<Definition, Name>>;
} & {
  /** Closes the connection. */
  close(): void;
};

/** Makes a client of one service at `host:port`, with mutual TLS where it is given; it connects on first use and reconnects by itself. */
export function createGrpcClient<Definition extends ServiceDefinition>(
  definition: Definition,
  address: string,
  tls?: GrpcTls | undefined,
): GrpcClient<Definition> {
  const connection = new Client(address, clientCredentials(tls), channelOptions);
  const methods = Object.entries(definition).map(([name, method]) => [
    methodKey(name),
    (request: unknown, options: CallOptions) =>
      callUnary(connection, method, request, {
        metadata: metadataOf(options),
        deadlineMs: systemClock.nowMs() + (options.timeoutMs ?? CALL_TIMEOUT_MS),
      }),
  ]);
  // These are exactly the methods of the definition.
  return { ...Object.fromEntries(methods), close: () => connection.close() } as GrpcClient<Definition>;
}

/** Returns the client's method name of a procedure, which starts with a capital letter in its contract. */
export function methodKey(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns the metadata of a call: its token, its request id and its trace. */
export function metadataOf({ token, requestId }: Pick<CallOptions, 'token' | 'requestId'>): Metadata {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  metadata.set(REQUEST_ID_KEY, requestId);
  for (const [key, value] of Object.entries(traceHeaders())) metadata.set(key, value);
  return metadata;
}
