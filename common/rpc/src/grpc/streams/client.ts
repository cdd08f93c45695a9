import { Client, type ServiceDefinition, type ServiceError } from '@grpc/grpc-js';
import { PlatformError } from '@platform/errors';
import { channelOptions } from '../channel.js';
import { metadataOf, methodKey } from '../client.js';
import { clientCredentials, type GrpcTls } from '../tls/tls.js';
import type { MethodName, RequestOf, ResponseOf, Sendable } from '../types.js';
import { fromGrpcError } from '../wire.js';

/** The token of a stream, and what ends it. */
export interface StreamOptions {
  /** Internal token for the callee's audience; checked once, when the stream begins. */
  readonly token: string;
  readonly requestId: string;
  /** Leaves the stream when aborted. */
  readonly signal: AbortSignal;
}

/** One method per procedure: its messages, read as fast as they are taken. Rejects with a `PlatformError`; a stream that was left just ends. */
export type StreamClient<Definition> = {
  readonly [Name in MethodName<Definition> as Uncapitalize<Name>]: (
    request: Sendable<RequestOf<Definition, Name>>,
    options: StreamOptions,
  ) => AsyncIterable<ResponseOf<Definition, Name>>;
} & {
  /** Closes the connection. */
  close(): void;
};

/** Makes a client of a service of streams at `host:port`; it connects on first use and reconnects by itself. No stream is retried. */
export function createStreamClient<Definition extends ServiceDefinition>(
  definition: Definition,
  address: string,
  tls?: GrpcTls | undefined,
): StreamClient<Definition> {
  const connection = new Client(address, clientCredentials(tls), channelOptions);
  const methods = Object.entries(definition).map(([name, method]) => [
    methodKey(name),
    (request: unknown, options: StreamOptions) => openStream(connection, method, request, options),
  ]);
  // These are exactly the methods of the definition.
  return { ...Object.fromEntries(methods), close: () => connection.close() } as StreamClient<Definition>;
}

async function* openStream(
  connection: Client,
  { path, requestSerialize, responseDeserialize }: ServiceDefinition[string],
  request: unknown,
  { signal, ...options }: StreamOptions,
): AsyncGenerator<unknown> {
  if (signal.aborted) return;
  const call = connection.makeServerStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    metadataOf(options),
  );
  const leave = () => call.cancel();
  signal.addEventListener('abort', leave);
  try {
    yield* call;
  } catch (error) {
    if (!signal.aborted)
      throw isServiceError(error) ? fromGrpcError(error) : new PlatformError('internal', { cause: error });
  } finally {
    signal.removeEventListener('abort', leave);
    call.cancel();
  }
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && 'metadata' in error;
}
