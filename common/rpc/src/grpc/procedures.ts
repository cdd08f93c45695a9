import type { ServiceDefinition } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import { FairQueue } from '@platform/edge/fair-queue';
import { catalogue, PlatformError } from '@platform/errors';
import { SealBrokenError } from '@platform/keys/seals';
import { type Caller, type TokenVerifier, turnKeyOf } from '@platform/keys/tokens';
import type { Logger } from '@platform/observability/logging';
import { type Access, authorize } from './access.js';
import { ObservedCall } from './observed-call.js';
import type { MethodName, RequestOf, ResponseOf, Sendable } from './types.js';

/** The context of a call for its handler, beyond the request. */
export interface CallContext {
  readonly caller: Caller;
  /** The token that proved the caller: passed on only to a service that is called on the caller's behalf. */
  readonly token: string;
  /** The request id in every log line of every process on the way. */
  readonly requestId: string;
  /** Returns whether the caller no longer waits: the deadline has passed, or the call was cancelled. */
  isGivenUp(): boolean;
}

/** One function per method; a thrown `PlatformError` reaches the caller, anything else becomes `internal`. */
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

/** A call as it arrives, by gRPC or from the service's own subgraph. */
export interface ArrivedCall {
  /** The caller's internal token; absent where there was none. */
  readonly token: string | undefined;
  readonly requestId: string;
  /** W3C trace context of the previous hop; absent outside a traced request. */
  readonly traceparent: string | undefined;
  /** Returns whether the caller no longer waits. */
  isGivenUp(): boolean;
}

/** Answers one call; rejects only with the `PlatformError` for its caller. */
export type Procedure<Request, Response> = (request: Request, call: ArrivedCall) => Promise<Response>;

/** A service's handlers behind its access table: the only way to them for every call. */
export type Procedures<Definition> = {
  readonly [Name in MethodName<Definition>]: Procedure<
    RequestOf<Definition, Name>,
    Sendable<ResponseOf<Definition, Name>>
  >;
};

/** The checks and observers between a call and its handler. */
export interface ProcedureOptions {
  readonly verifier: TokenVerifier;
  readonly logger: Logger;
  /** Translates an error of a handler to a documented code, such as a store that can't be reached; returns any other error unchanged. */
  readonly translateError?: (error: unknown) => unknown;
}

/**
 * The queue limits for reads of one caller by one method: a caller's many reads delay only that caller. Writes may have to wait for a
 * hanging venue or chain, and are never refused for that.
 */
const TURNS_OF_A_CALLER = { atOnce: 4, pieces: 1_000, waitMs: 5_000 };

/** Puts token check, access table, turns, error translation, metrics and traces before every handler. */
export function guardProcedures<Definition extends ServiceDefinition>(
  { definition, handlers, access }: ServedService<Definition>,
  options: ProcedureOptions,
): Procedures<Definition> {
  const names = Object.keys(definition) as MethodName<Definition>[];
  const guarded = names.map((name) => [name, guard(name, handlers[name], access[name], options)]);
  // One procedure per method of the definition.
  return Object.fromEntries(guarded) as Procedures<Definition>;
}

function guard<Request, Response>(
  method: string,
  handler: (request: Request, context: CallContext) => Promise<Response>,
  access: Access,
  { verifier, logger, translateError = (error) => error }: ProcedureOptions,
): Procedure<Request, Response> {
  const turns = new FairQueue(TURNS_OF_A_CALLER);
  return async (request, call) => {
    const observed = new ObservedCall(method, call);
    try {
      const response = await observed.run(() => answer(request, call));
      observed.end('ok');
      return response;
    } catch (error) {
      const shown = shownError(translateError(error), { method, requestId: call.requestId }, logger);
      observed.end(shown.code);
      throw shown;
    }
  };

  async function answer(request: Request, call: ArrivedCall): Promise<Response> {
    if (call.token === undefined) throw new PlatformError('unauthorized');
    const caller = await verifier.verify(call.token);
    authorize(caller, access);
    const context = { caller, token: call.token, requestId: call.requestId, isGivenUp: () => call.isGivenUp() };
    const key = access.users === 'read' ? turnKeyOf(caller) : undefined;
    return key === undefined ? handler(request, context) : turns.take(key, () => inTurn(request, context));
  }

  async function inTurn(request: Request, context: CallContext): Promise<Response> {
    if (context.isGivenUp()) throw new PlatformError('deadline_exceeded');
    return handler(request, context);
  }
}

/** Returns the error for the caller; a fault of the platform is logged with its cause. */
export function shownError(error: unknown, call: { method: string; requestId: string }, logger: Logger): PlatformError {
  if (error instanceof PlatformError && error.code !== 'internal') {
    if (catalogue[error.code].http >= 500) logger.warn({ err: error, ...call }, 'call failed');
    return error;
  }
  // A broken seal was logged as an error where it was found.
  if (error instanceof SealBrokenError) logger.warn({ err: error, ...call }, 'call failed');
  else logger.error({ err: error, ...call }, 'unexpected error');
  return new PlatformError('internal', { details: { request_id: call.requestId } });
}
