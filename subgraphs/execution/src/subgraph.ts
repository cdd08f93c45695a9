import { buildSubgraph, type Subgraph } from '@platform/rpc/subgraph';
import type { ExecutionContext } from './context.js';
import { ExecutionResolver } from './resolvers/execution.js';
import { ExecutionAccountResolver, TradingAccountResolver } from './resolvers/trading-account.js';
import type { Execution } from './schema/execution.js';
import type { TradingAccount } from './schema/trading-account.js';

export { createContext } from './context.js';

/** The executions' part of the supergraph. */
export function build(): Promise<Subgraph> {
  return buildSubgraph<ExecutionContext>({
    resolvers: [ExecutionResolver, ExecutionAccountResolver, TradingAccountResolver],
    references: {
      Execution: ({ id }: Pick<Execution, 'id'>, { executions }) => executions.load(id),
      TradingAccount: async (account: TradingAccount) => account,
    },
  });
}
