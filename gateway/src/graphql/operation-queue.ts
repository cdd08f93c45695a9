import type { ApolloServerPlugin } from '@apollo/server';
import { FairQueue } from '@platform/edge/fair-queue';
import { catalogue, PlatformError } from '@platform/errors';
import { type Caller, turnKeyOf } from '@platform/keys/tokens';
import { GraphQLError } from 'graphql';
import { requireVariables } from './arguments/arguments.js';
import type { GatewayContext } from './context.js';
import { COST_MAX, costOf } from './documents/document-cost.js';

/** Operations of one caller that may run at once; an expensive one runs alone. */
const OPERATIONS_AT_ONCE = 16;
const OPERATIONS_WAITING_MAX = 200;
/** Well below the facade's time-out: work that timed out there must not run. */
const WAIT_MS_MAX = 5_000;
const COST_LEAST = COST_MAX / OPERATIONS_AT_ONCE;

/** Queues the operations of each caller by their cost, so that one caller's expensive ones do not delay other callers. */
export class OperationQueue {
  readonly #turns = new FairQueue({
    atOnce: COST_MAX,
    pieces: OPERATIONS_AT_ONCE + OPERATIONS_WAITING_MAX,
    waitMs: WAIT_MS_MAX,
  });

  /** Waits until an operation may run, and returns the function that ends its turn. Throws `rate_limited`. */
  enter(caller: Caller, cost: number): Promise<() => void> {
    return this.#turns.enter(turnKeyOf(caller) ?? 'services', Math.max(cost, COST_LEAST));
  }
}

/** Refuses operations that cost too much with their variables, and queues the others. */
export function queueOperations(operationQueue: OperationQueue): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => {
      let leave = () => {};
      return {
        didResolveOperation: async ({ schema, document, operation, request, contextValue }) => {
          // Another plugin refuses it.
          if (operation === undefined) return;
          try {
            const { variables = {} } = request;
            requireVariables({ schema, document, operation }, variables);
            const cost = costOf({ schema, document, operation, variables });
            requireAffordable(cost);
            // From here on it only waits, so the event loop is free.
            contextValue.turn.leave();
            // A mutation may wait for a venue or a chain that hangs, and costs little here.
            if (operation.operation === 'mutation') return;
            leave = await operationQueue.enter(contextValue.caller, cost);
          } catch (error) {
            throw withStatus(error);
          }
        },
        willSendResponse: async () => leave(),
      };
    },
  };
}

/** Throws `invalid_request`. */
function requireAffordable(cost: number): void {
  if (cost <= COST_MAX) return;
  const message = `The document costs ${BigInt(Math.ceil(cost))}, and may cost ${COST_MAX}: ask for fewer fields, or for shorter pages.`;
  throw new PlatformError('invalid_request', { message, details: [{ path: '', message }] });
}

/** Apollo answers 500 if a plugin's error has no status. */
function withStatus(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  const status = error instanceof PlatformError ? catalogue[error.code].http : 400;
  return new GraphQLError(originalError.message, { originalError, extensions: { http: { status } } });
}
