import { type Channel, type Metadata, type MethodDefinition, type StatusObject, status } from '@grpc/grpc-js';
import { PlatformError } from '@platform/errors';
import { fromGrpcError } from './wire.js';

/** What a call carries beside its request, and the instant until which it waits. */
export interface UnaryCall {
  readonly metadata: Metadata;
  readonly deadlineMs: number;
}

/**
 * The answer to one request; rejects with a `PlatformError`. By the channel itself: the ready-made methods wrap each call in two
 * more, an event emitter and a stack of the caller.
 */
export async function callUnary<Request, Response>(
  channel: Channel,
  { path, requestSerialize, responseDeserialize }: MethodDefinition<Request, Response>,
  request: Request,
  call: UnaryCall,
): Promise<Response> {
  const { code, details, metadata, answer } = await exchange(channel, path, requestSerialize(request), call);
  if (code === status.OK && answer !== undefined) return read(responseDeserialize, answer);
  throw fromGrpcError(Object.assign(new Error(`${path}: ${status[code]}: ${details}`), { code, details, metadata }));
}

function exchange(
  channel: Channel,
  path: string,
  message: Buffer,
  { metadata, deadlineMs }: UnaryCall,
): Promise<StatusObject & { answer: Buffer | undefined }> {
  return new Promise((resolve) => {
    let answer: Buffer | undefined;
    const call = channel.createCall(path, deadlineMs, null, null, null);
    call.start(metadata, {
      onReceiveMetadata: () => {},
      onReceiveMessage: (received) => {
        answer = received;
      },
      onReceiveStatus: (ended) => resolve({ ...ended, answer }),
    });
    call.startRead();
    call.sendMessageWithContext({}, message);
    call.halfClose();
  });
}

function read<Response>(deserialize: (bytes: Buffer) => Response, answer: Buffer): Response {
  try {
    return deserialize(answer);
  } catch (cause) {
    throw new PlatformError('internal', { cause });
  }
}
