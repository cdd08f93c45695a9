import type { GatewayConfig } from '@apollo/gateway';
import type { ApolloServerPlugin, GraphQLResponse } from '@apollo/server';
import { catalogue, PlatformError } from '@platform/errors';
import { z } from 'zod';
import type { GatewayContext } from '../context.js';
import { singleAnswer, toGraphqlError } from '../errors.js';
import type { SerialTurn } from '../serial-queue.js';
import type { DocumentCache } from './document-cache.js';

/** What a request asks, by GET or by POST. */
interface DocumentRequest {
  readonly body: unknown;
  readonly query: unknown;
  readonly turn: SerialTurn;
}

/** The plan of a document, as Apollo's gateway reports it. */
export type PlannedDocument = Parameters<NonNullable<GatewayConfig['experimental_didResolveQueryPlan']>>[0];

const withText = z.looseObject({ query: z.string() });

/** Makes a request with new text wait in the queue before it is parsed and checked. Throws `rate_limited`. */
export function queueNewDocuments(documents: DocumentCache) {
  return async ({ body, query, turn }: DocumentRequest): Promise<void> => {
    const text = (withText.safeParse(body).data ?? withText.safeParse(query).data)?.query;
    if (text !== undefined && !documents.has(text)) await turn.enter();
  };
}

/** Queues operations that are not planned yet. */
export class PlanningQueue {
  /** By the context of the request, the only thing that Apollo passes here. */
  readonly #turns = new WeakMap<object, SerialTurn>();

  constructor(private readonly documents: DocumentCache) {}

  /** Waits for the turn; a request with nothing to plan ends it. */
  plugin(): ApolloServerPlugin<GatewayContext> {
    return {
      requestDidStart: async ({ contextValue }) => ({
        responseForOperation: async ({ queryHash = '', operationName }) => {
          if (this.documents.isPlanned(queryHash, operationName ?? undefined)) {
            contextValue.turn.leave();
            return null;
          }
          this.#turns.set(contextValue, contextValue.turn);
          return refusalOf(contextValue);
        },
      }),
    };
  }

  /** Records a finished plan, and ends its turn. */
  end({ requestContext: { context, queryHash = '', operationName } }: PlannedDocument): void {
    this.documents.notePlanned(queryHash, operationName ?? undefined);
    this.#turns.get(context)?.leave();
  }
}

/** Waits for the turn of a request; returns the refusal, or null once it has its turn. */
export async function refusalOf({ turn, requestId }: GatewayContext): Promise<GraphQLResponse | null> {
  try {
    await turn.enter();
    return null;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return singleAnswer({ errors: [toGraphqlError(error, requestId)] }, catalogue[error.code].http);
  }
}
