import { buildSubgraph, type Subgraph } from '@platform/rpc/subgraph';
import type { RuntimeContext } from './context.js';
import { AccountResolver } from './resolvers/account.js';
import { BacktestResolver } from './resolvers/backtest.js';
import { DeploymentResolver } from './resolvers/deployment.js';
import { DeploymentDiagnosisResolver } from './resolvers/deployment-diagnosis.js';
import { DeploymentHistoryResolver } from './resolvers/deployment-history.js';
import { DeploymentParityResolver } from './resolvers/deployment-parity.js';
import { FrameworkResolver } from './resolvers/framework.js';
import { LeaderboardResolver } from './resolvers/leaderboard.js';
import { ResultFileResolver, ResultLinkResolver } from './resolvers/result-files.js';
import { StrategyCheckResolver } from './resolvers/strategy-check.js';
import { TradesResolver } from './resolvers/trades.js';
import { TradingAccountResolver } from './resolvers/trading-account.js';
import { Account } from './schema/account.js';
import type { Backtest } from './schema/backtest.js';
import type { Deployment } from './schema/deployment.js';
import { TradingAccount } from './schema/trading-account.js';

export { createContext } from './context.js';

/** The runtime's part of the supergraph. */
export function build(): Promise<Subgraph> {
  return buildSubgraph<RuntimeContext>({
    resolvers: [
      BacktestResolver,
      TradesResolver,
      ResultLinkResolver,
      ResultFileResolver,
      DeploymentResolver,
      DeploymentHistoryResolver,
      DeploymentDiagnosisResolver,
      DeploymentParityResolver,
      LeaderboardResolver,
      FrameworkResolver,
      StrategyCheckResolver,
      AccountResolver,
      TradingAccountResolver,
    ],
    orphanedTypes: [Account, TradingAccount],
    references: {
      Account: async ({ id }: Account, { caller }) =>
        caller.kind === 'user' && caller.accountId === id ? { id } : null,
      TradingAccount: async (account: TradingAccount) => account,
      Backtest: ({ id }: Pick<Backtest, 'id'>, { backtests }) => backtests.load(id),
      Deployment: ({ id }: Pick<Deployment, 'id'>, { deployments }) => deployments.load(id),
    },
  });
}
