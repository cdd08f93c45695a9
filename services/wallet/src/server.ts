import type { Network } from '@platform/kit/networks';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import { type AccessTable, type Handlers, requireUser } from '@platform/rpc/grpc';
import { venuesOffering } from '@platform/venues/registry';
import { readHeldBalance } from './balances/chain-balances.js';
import type { Deposits } from './deposits/deposits.js';
import { type LiveDomain, liveHandlers } from './live/handlers.js';
import { toDepositMessage, toWalletMessage } from './messages.js';
import type { OpenNetwork } from './networks/open-network.js';
import { type SetupsDomain, setupHandlers } from './setups/handlers.js';
import type { Setups } from './setups/setups.js';
import { type StatementsDomain, statementHandlers } from './statements/handlers.js';
import { type AccountsDomain, accountHandlers } from './trading/account-handlers.js';
import { type TradingDomain, tradingHandlers } from './trading/handlers.js';
import { type HoldingsDomain, holdingHandlers } from './trading/holdings.js';
import type { VenueSummaries } from './venues/summaries.js';
import { type WithdrawalsDomain, withdrawalHandlers } from './withdrawals/handlers.js';

/** Who may call which procedure. */
export const walletAccess: AccessTable<WalletServiceDefinition> = {
  GetWallet: { users: 'read' },
  ListTradingAccounts: { users: 'read' },
  GetTradingAccount: { users: 'read' },
  BatchGetTradingAccounts: { users: 'read' },
  UpdateTradingAccount: { users: 'write' },
  ReadTradingAccounts: { users: 'read' },
  ListPositions: { users: 'read' },
  ListOpenOrders: { users: 'read' },
  ListDeposits: { users: 'read' },
  ListLedger: { users: 'read' },
  ResolveTradingWallet: { users: 'none', workloads: ['execution'] },
  SignAction: { users: 'none', workloads: ['execution'] },
  SignRead: { users: 'none', workloads: ['execution'] },
  LookUpAction: { users: 'none', workloads: ['execution'] },
  GiveBackAction: { users: 'none', workloads: ['execution'] },
  IssueAgent: { users: 'none', workloads: ['venue-proxy'] },
  EndAgent: { users: 'none', workloads: ['venue-proxy'] },
  ApproveFee: { users: 'none', workloads: ['venue-proxy'] },
  SetUpVenue: { users: 'read' },
  ListWithdrawalSources: { users: 'read' },
  SetUpDeployment: { users: 'none', workloads: ['runtime'] },
  ReleaseDeployment: { users: 'none', workloads: ['runtime'] },
  GetVenueStanding: { users: 'none', workloads: ['runtime'] },
  GetWithdrawalPolicy: { users: 'read' },
  SendWithdrawalCode: { users: 'write' },
  AuthorizeWithdrawal: { users: 'write' },
  CreateWithdrawal: { users: 'write' },
  RecoverWithdrawal: { users: 'write' },
  GetWithdrawal: { users: 'read' },
  ListWithdrawals: { users: 'read' },
};

/** The domain behind the handlers. */
export interface WalletDomain
  extends AccountsDomain,
    SetupsDomain,
    StatementsDomain,
    TradingDomain,
    HoldingsDomain,
    LiveDomain,
    WithdrawalsDomain {
  readonly networks: Readonly<Record<Network, Pick<OpenNetwork, 'chain'>>>;
  readonly venues: VenueSummaries;
  readonly deposits: Deposits;
}

/** Returns the handlers of `trading.wallet.v1`: they translate between messages and the domain, and decide nothing. */
export function walletHandlers(domain: WalletDomain): Handlers<WalletServiceDefinition> {
  const chains = Object.values(domain.networks).map(({ chain }) => chain);
  return {
    ...accountHandlers(domain),
    ...tradingHandlers(domain),
    ...holdingHandlers(domain),
    ...statementHandlers(domain),
    ...setupHandlers(domain),
    ...liveHandlers(domain),
    ...withdrawalHandlers(domain),
    GetWallet: async ({ accountAddress }, { caller }) => {
      const wallet = await domain.wallets.trading(requireUser(caller).accountId, accountAddress);
      const [held, venues, setups, deployments] = await Promise.all([
        readHeldBalance(chains, wallet.address),
        domain.venues.read(wallet),
        latestSetups(domain.setups, wallet._id),
        domain.setups.soleDeployments(wallet._id),
      ]);
      return { wallet: toWalletMessage(wallet, held, venues, { setups, deployments }) };
    },
    ListDeposits: async ({ accountAddress, ...request }, { caller }) => {
      const { accountId } = requireUser(caller);
      const wallet = accountAddress === undefined ? undefined : await domain.wallets.trading(accountId, accountAddress);
      const page = await domain.deposits.list(accountId, { ...request, walletId: wallet?._id });
      return {
        deposits: page.items.map(toDepositMessage),
        cursors: [...page.cursors],
        nextCursor: page.nextCursor,
      };
    },
  };
}

/** Returns the latest setup at each venue that can be set up. */
async function latestSetups(setups: Setups, walletId: string) {
  const latest = venuesOffering('setup').map(async (venue) => [venue, await setups.latest(walletId, venue)] as const);
  return Object.fromEntries(await Promise.all(latest));
}
