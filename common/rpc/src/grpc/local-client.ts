import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import { monotonicMs } from '@platform/kit/clock';
import { TRACEPARENT_HEADER, traceHeaders } from '@platform/observability/tracing';
import { type CallOptions, type GrpcClient, methodKey } from './client.js';
import { withinDeadline } from './deadline.js';
import { CALL_TIMEOUT_MS } from './limits.js';
import type { ArrivedCall, Procedure, Procedures } from './procedures.js';
import type { MethodName, RequestOf } from './types.js';

/**
 * Makes a client of a service in its own process: the same procedures, deadline and errors as over gRPC. Requests and answers pass through
 * their wire format, so that neither side sees fields outside the contract.
 */
export function createLocalClient<Definition extends ServiceDefinition>(
  definition: Definition,
  procedures: Procedures<Definition>,
): GrpcClient<Definition> {
  const methods = Object.entries(definition).map(([name, method]) => {
    // Every name of the definition has a procedure.
    const procedure = procedures[name as MethodName<Definition>];
    return [
      methodKey(name),
      (request: RequestOf<Definition, MethodName<Definition>>, options: CallOptions) =>
        callLocally(method, procedure, request, options),
    ];
  });
  // These are exactly the methods of the definition; there is no connection to close.
  return { ...Object.fromEntries(methods), close: () => {} } as GrpcClient<Definition>;
}

async function callLocally<Request, Response>(
  method: Pick<
    MethodDefinition<Request, Response>,
    'requestSerialize' | 'requestDeserialize' | 'responseSerialize' | 'responseDeserialize'
  >,
  procedure: Procedure<Request, Response>,
  request: Request,
  { token, requestId, timeoutMs = CALL_TIMEOUT_MS }: CallOptions,
): Promise<Response> {
  const giveUpAtMs = monotonicMs() + timeoutMs;
  const call: ArrivedCall = {
    token,
    requestId,
    traceparent: traceHeaders()[TRACEPARENT_HEADER],
    isGivenUp: () => monotonicMs() >= giveUpAtMs,
  };
  const answer = procedure(method.requestDeserialize(method.requestSerialize(request)), call);
  const response = await withinDeadline(answer, timeoutMs);
  return method.responseDeserialize(method.responseSerialize(response));
}
