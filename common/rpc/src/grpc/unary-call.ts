import type { Client, Metadata, MethodDefinition } from '@grpc/grpc-js';
import { PlatformError } from '@platform/errors';
import { fromGrpcError } from './wire.js';

/** The metadata of a call and its deadline. */
interface UnaryCall {
  readonly metadata: Metadata;
  readonly deadlineMs: number;
}

/** Returns the answer to one request; rejects with a `PlatformError`. */
export function callUnary<Request, Response>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: MethodDefinition<Request, Response>,
  request: Request,
  { metadata, deadlineMs }: UnaryCall,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = { deadline: deadlineMs };
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      options,
      (error, answer) => {
        if (error !== null) reject(fromGrpcError(error));
        else if (answer === undefined)
          reject(new PlatformError('internal', { cause: new Error(`${path}: no answer`) }));
        else resolve(answer);
      },
    );
  });
}
