import { buildSubgraph, type Subgraph } from '@platform/rpc/subgraph';
import type { WalletContext } from './context.js';
import { AccountResolver } from './resolvers/account.js';
import { HoldingResolver } from './resolvers/holdings.js';
import { SetupResolver } from './resolvers/setups.js';
import { TradingAccountResolver } from './resolvers/trading-accounts.js';
import { WalletResolver } from './resolvers/wallet.js';
import { WithdrawalResolver } from './resolvers/withdrawals.js';
import { Account } from './schema/account.js';
import type { TradingAccount } from './schema/trading-account.js';

export { createContext } from './context.js';

/** The wallet's part of the supergraph. */
export function build(): Promise<Subgraph> {
  return buildSubgraph<WalletContext>({
    resolvers: [
      WalletResolver,
      TradingAccountResolver,
      HoldingResolver,
      AccountResolver,
      SetupResolver,
      WithdrawalResolver,
    ],
    orphanedTypes: [Account],
    references: {
      Account: async (account: Account) => account,
      TradingAccount: ({ id }: Pick<TradingAccount, 'id'>, { tradingAccounts }) => tradingAccounts.load(id),
    },
  });
}
