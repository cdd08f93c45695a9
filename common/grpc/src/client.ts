import {
  Channel,
  Metadata,
  type MethodDefinition,
  type ServiceDefinition,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { systemClock } from '@platform/clock';
import { PlatformError } from '@platform/errors';
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

/** A client of one service at `host:port`, with mutual TLS where it is given; connects when first used and reconnects by itself. */
export function createGrpcClient<Definition extends ServiceDefinition>(
  definition: Definition,
  address: string,
  tls?: GrpcTls | undefined,
): GrpcClient<Definition> {
  const channel = new Channel(address, clientCredentials(tls), channelOptions);
  const methods = Object.entries(definition).map(([name, method]) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    (request: unknown, options: CallOptions) => call(channel, method, request, options),
  ]);
  // These are exactly the methods of the definition.
  return { ...Object.fromEntries(methods), close: () => channel.close() } as GrpcClient<Definition>;
}

/** By the channel itself: the ready-made methods wrap each call in two more, an event emitter and a stack of the caller. */
async function call(
  channel: Channel,
  { path, requestSerialize, responseDeserialize }: MethodDefinition<unknown, unknown>,
  request: unknown,
  options: CallOptions,
): Promise<unknown> {
  const message = requestSerialize(request);
  const deadline = systemClock.nowMs() + (options.timeoutMs ?? CALL_TIMEOUT_MS);
  const { code, details, metadata, answer } = await exchange(channel, { path, deadline }, metadataOf(options), message);
  if (code === status.OK && answer !== undefined) return read(responseDeserialize, answer);
  throw fromGrpcError(Object.assign(new Error(`${path}: ${status[code]}: ${details}`), { code, details, metadata }));
}

function read(deserialize: (bytes: Buffer) => unknown, answer: Buffer): unknown {
  try {
    return deserialize(answer);
  } catch (cause) {
    throw new PlatformError('internal', { cause });
  }
}

function exchange(
  channel: Channel,
  { path, deadline }: { path: string; deadline: number },
  metadata: Metadata,
  message: Buffer,
): Promise<StatusObject & { answer: Buffer | undefined }> {
  return new Promise((resolve) => {
    let answer: Buffer | undefined;
    const one = channel.createCall(path, deadline, null, null, null);
    one.start(metadata, {
      onReceiveMetadata: () => {},
      onReceiveMessage: (received) => {
        answer = received;
      },
      onReceiveStatus: (ended) => resolve({ ...ended, answer }),
    });
    one.startRead();
    one.sendMessageWithContext({}, message);
    one.halfClose();
  });
}

function metadataOf({ token, requestId }: CallOptions): Metadata {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  metadata.set(REQUEST_ID_KEY, requestId);
  for (const [key, value] of Object.entries(traceHeaders())) metadata.set(key, value);
  return metadata;
}
