import { buildSubgraph, type Subgraph } from '@platform/rpc/subgraph';
import type { ExecutionContext } from './context.js';
import { ExecutionResolver } from './resolvers/execution.js';
import type { Execution } from './schema/execution.js';

export { createContext } from './context.js';

/** The executions' part of the supergraph. */
export function build(): Promise<Subgraph> {
  return buildSubgraph<ExecutionContext>({
    resolvers: [ExecutionResolver],
    references: { Execution: ({ id }: Pick<Execution, 'id'>, { executions }) => executions.load(id) },
  });
}
