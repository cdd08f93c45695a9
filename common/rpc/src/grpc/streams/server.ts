import { once } from 'node:events';
import type { Metadata, Server, ServerWritableStream, ServiceDefinition } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import { PlatformError } from '@platform/errors';
import type { Caller } from '@platform/keys/tokens';
import { type Access, authorize } from '../access.js';
import { type AccessTable, type ProcedureOptions, shownError } from '../procedures.js';
import type { MethodName, RequestOf, ResponseOf, Sendable } from '../types.js';
import { toGrpcStatus } from '../wire.js';

/** The context of a stream for its handler. */
export interface StreamContext {
  readonly caller: Caller;
  /** Aborted when the caller left, or the server stops. */
  readonly signal: AbortSignal;
}

/** One function per method; its messages are sent as fast as the caller takes them. */
export type StreamHandlers<Definition> = {
  readonly [Name in MethodName<Definition>]: (
    request: RequestOf<Definition, Name>,
    context: StreamContext,
  ) => AsyncIterable<Sendable<ResponseOf<Definition, Name>>>;
};

/** What a server gives its streams. */
interface ServingStreams extends ProcedureOptions {
  /** Ends all streams when aborted: the server stops. */
  readonly closing: AbortSignal;
  readonly headOf: (metadata: Metadata) => { readonly token: string | undefined; readonly requestId: string };
}

/** A service whose methods all answer with a stream. */
export interface ServedStreams {
  readonly packageDefinition: PackageDefinition;
  /** Adds it to a server, each method behind token check and access table. */
  readonly addTo: (server: Server, options: ServingStreams) => void;
}

/** Puts together a service of streams: every method is named in its access table, so that none is open by omission. */
export function servedStreams<Definition extends ServiceDefinition>({
  definition,
  packageDefinition,
  access,
  handlers,
}: {
  readonly definition: Definition;
  readonly packageDefinition: PackageDefinition;
  readonly access: AccessTable<Definition>;
  readonly handlers: StreamHandlers<Definition>;
}): ServedStreams {
  const names = Object.keys(definition) as MethodName<Definition>[];
  return {
    packageDefinition,
    addTo: (server, options) =>
      server.addService(
        definition,
        Object.fromEntries(names.map((name) => [name, streaming(name, handlers[name], access[name], options)])),
      ),
  };
}

function streaming<Request, Response>(
  method: string,
  handler: (request: Request, context: StreamContext) => AsyncIterable<Response>,
  access: Access,
  { verifier, closing, headOf, logger, translateError = (error) => error }: ServingStreams,
) {
  return (call: ServerWritableStream<Request, Response>): void => {
    const left = new AbortController();
    call.on('cancelled', () => left.abort());
    const signal = AbortSignal.any([left.signal, closing]);
    const { token, requestId } = headOf(call.metadata);
    send(call, token, signal).then(
      () => call.end(),
      (error: unknown) => {
        // Nobody is there to be told.
        if (left.signal.aborted) return;
        const reason = signal.aborted ? new PlatformError('service_unavailable') : translateError(error);
        call.emit('error', toGrpcStatus(shownError(reason, { method, requestId }, logger)));
      },
    );
  };

  async function send(call: ServerWritableStream<Request, Response>, token: string | undefined, signal: AbortSignal) {
    if (token === undefined) throw new PlatformError('unauthorized');
    const caller = await verifier.verify(token);
    authorize(caller, access);
    for await (const message of handler(call.request, { caller, signal })) {
      signal.throwIfAborted();
      if (!call.write(message)) await once(call, 'drain', { signal });
    }
    signal.throwIfAborted();
  }
}
