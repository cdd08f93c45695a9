import { catalogue, PlatformError } from '@platform/errors';
import { monotonicMs } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { observeOperation } from '@platform/observability/metrics';
import type { SubgraphDataSource } from '../../subgraphs/data-source.js';
import type { GatewayContext } from '../context.js';
import type { OperationQueue } from '../operation-queue.js';
import type { SingleSubgraphOperation } from './plans.js';

/** Sends documents that one subgraph can answer completely to it, each in its caller's turn. */
export class SingleSubgraphExecutor {
  constructor(
    private readonly operationQueue: OperationQueue,
    private readonly options: {
      readonly dataSource: (subgraph: string) => SubgraphDataSource;
      readonly logger: Logger;
    },
  ) {}

  /**
   * Returns the subgraph's response unparsed; undefined if it holds errors, which Apollo then formats like all others. Rejects with
   * a `PlatformError` if there is none.
   */
  async answer(
    { document, variables, cost }: SingleSubgraphOperation,
    context: GatewayContext,
  ): Promise<Buffer<ArrayBufferLike> | undefined> {
    const startedAtMs = monotonicMs();
    const count = (code?: string) => observeOperation(document.label, code, monotonicMs() - startedAtMs);
    try {
      const leave = await this.operationQueue.enter(context.caller, cost);
      const source = this.options.dataSource(document.subgraph);
      const answer = await source.forward({ query: document.query, variables }, context).finally(leave);
      if (answer !== undefined) count();
      return answer;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      count(error.code);
      if (catalogue[error.code].http >= 500)
        this.options.logger.warn({ err: error, requestId: context.requestId }, 'subgraph failed');
      throw error;
    }
  }
}
