import { formatUsd } from '@platform/kit/money';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import { type Handlers, requireUser } from '@platform/rpc/grpc';
import type { TradingAccount, TradingAccountState, TradingAccounts } from './trading-accounts.js';

type AccountHandlers = Pick<
  Handlers<WalletServiceDefinition>,
  | 'ListTradingAccounts'
  | 'GetTradingAccount'
  | 'BatchGetTradingAccounts'
  | 'UpdateTradingAccount'
  | 'ReadTradingAccounts'
>;

/** The domain behind the handlers of trading accounts. */
export interface AccountsDomain {
  readonly tradingAccounts: TradingAccounts;
}

/** Returns the handlers of `trading.wallet.v1` for trading accounts. */
export function accountHandlers({ tradingAccounts }: AccountsDomain): AccountHandlers {
  return {
    ListTradingAccounts: async ({ venue }, { caller }) => ({
      accounts: (await tradingAccounts.list(requireUser(caller).accountId, venue)).map(toMessage),
    }),
    GetTradingAccount: async ({ venue, id }, { caller }) => ({
      account: toMessage(await tradingAccounts.get(requireUser(caller).accountId, venue, id)),
    }),
    BatchGetTradingAccounts: async ({ ids }, { caller }) => ({
      accounts: (await tradingAccounts.getMany(requireUser(caller).accountId, ids)).map(toMessage),
    }),
    UpdateTradingAccount: async ({ venue, id, label }, { caller }) => ({
      account: toMessage(await tradingAccounts.rename(requireUser(caller).accountId, venue, id, label)),
    }),
    ReadTradingAccounts: async ({ ids }, { caller }) => ({
      states: (await tradingAccounts.read(requireUser(caller).accountId, ids)).map(toStateMessage),
    }),
  };
}

function toMessage({ id, venue, label, wallet }: TradingAccount) {
  const { accountIndex, address: walletAddress, createdAt } = wallet;
  return {
    ...{ id, venue, accountIndex, label, walletAddress },
    isDefault: accountIndex === 0,
    createdAtMs: createdAt.getTime(),
  };
}

function toStateMessage({ id, isOnboarded, figures }: TradingAccountState) {
  return {
    id,
    status: isOnboarded === true ? 'active' : 'pending',
    details: {
      ...(isOnboarded !== undefined && { onboarded: isOnboarded }),
      figures: figures.map(({ name, microUsdc }) => ({
        name,
        ...(microUsdc !== undefined && { usd: formatUsd(microUsdc) }),
      })),
    },
  };
}
