import type { ApolloServerPlugin } from '@apollo/server';
import { FairQueue } from '@platform/edge/fair-queue';
import { catalogue, PlatformError } from '@platform/errors';
import { type Caller, turnKeyOf } from '@platform/keys/tokens';
import { GraphQLError } from 'graphql';
import { requireVariables } from './arguments/arguments.js';
import type { GatewayContext } from './context.js';
import { COST_MAX, costOf } from './documents/document-cost.js';

/** Operations of one caller that run at once; a costly one runs alone. */
const OPERATIONS_AT_ONCE = 16;
const OPERATIONS_WAITING_MAX = 200;
/** Well before the facade gives up: what it has given up must not be done. */
const WAIT_MS_MAX = 5_000;
const COST_LEAST = COST_MAX / OPERATIONS_AT_ONCE;

/** The operations of one caller take turns by what they cost, so that a caller's costly ones keep nobody else waiting. */
export class OperationQueue {
  readonly #turns = new FairQueue({
    atOnce: COST_MAX,
    pieces: OPERATIONS_AT_ONCE + OPERATIONS_WAITING_MAX,
    waitMs: WAIT_MS_MAX,
  });

  /** Waits until an operation may run; it has its turn until the function that this gives is called. Throws `rate_limited`. */
  enter(caller: Caller, cost: number): Promise<() => void> {
    return this.#turns.enter(turnKeyOf(caller) ?? 'services', Math.max(cost, COST_LEAST));
  }
}

/** Refuses operations that cost too much with the variables that they come with, and has the others wait for their turn. */
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
            // Whatever it now waits for, the event loop is free.
            contextValue.turn.leave();
            // What changes something may wait for a venue or a chain that hangs, and costs little here.
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

/** Apollo answers 500 where a plugin's error names no status. */
function withStatus(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  const status = error instanceof PlatformError ? catalogue[error.code].http : 400;
  return new GraphQLError(originalError.message, { originalError, extensions: { http: { status } } });
}
