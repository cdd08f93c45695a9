import { type AccessTable, type Handlers, requireUser } from '@platform/grpc';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import { venuesOffering } from '@platform/venues';
import type { Agents } from './agents/agents.js';
import { readHeldBalance } from './balances/held.js';
import type { Chain } from './chains/chain.js';
import type { Deposits } from './deposits/deposits.js';
import { toDepositMessage, toWalletMessage } from './messages.js';
import { type SetupsDomain, setupHandlers } from './setups/handlers.js';
import type { Setups } from './setups/setups.js';
import type { BuilderFees } from './signing/builder-fees.js';
import { signingHandlers } from './signing/handlers.js';
import type { HyperliquidNonces } from './signing/hyperliquid-nonces.js';
import type { Signer } from './signing/signer.js';
import type { VenueSummaries } from './venues/summaries.js';
import type { Wallets } from './wallets/wallets.js';
import { type WithdrawalsDomain, withdrawalHandlers } from './withdrawals/handlers.js';

/** Who may call what. */
export const walletAccess: AccessTable<WalletServiceDefinition> = {
  GetWallet: { users: 'read' },
  ListDeposits: { users: 'read' },
  ResolveTradingWallet: { users: 'none', workloads: ['execution'] },
  SignHyperliquidAction: { users: 'none', workloads: ['execution'] },
  IssueHyperliquidAgent: { users: 'none', workloads: ['venue-proxy'] },
  SignHyperliquidBuilderFee: { users: 'none', workloads: ['venue-proxy'] },
  SetUpVenue: { users: 'read' },
  GetWithdrawalPolicy: { users: 'read' },
  SendWithdrawalCode: { users: 'write' },
  CreateWithdrawal: { users: 'write' },
  GetWithdrawal: { users: 'read' },
  ListWithdrawals: { users: 'read' },
};

/** What the handlers translate for. */
export interface WalletDomain extends SetupsDomain, WithdrawalsDomain {
  readonly wallets: Wallets;
  readonly chains: readonly Chain[];
  readonly venues: VenueSummaries;
  readonly deposits: Deposits;
  readonly signer: Signer;
  readonly hyperliquidNonces: HyperliquidNonces;
  readonly agents: Agents;
  readonly builderFees: BuilderFees;
}

/** The handlers of `trading.wallet.v1`: they translate between messages and the domain, and decide nothing. */
export function walletHandlers(domain: WalletDomain): Handlers<WalletServiceDefinition> {
  return {
    ...signingHandlers(domain),
    ...setupHandlers(domain),
    ...withdrawalHandlers(domain),
    GetWallet: async (_request, { caller }) => {
      const wallet = await domain.wallets.primary(requireUser(caller).accountId);
      const [held, venues, setups] = await Promise.all([
        readHeldBalance(domain.chains, wallet.address),
        domain.venues.read(wallet),
        latestSetups(domain.setups, wallet.accountId),
      ]);
      return { wallet: toWalletMessage(wallet, held, venues, setups) };
    },
    ListDeposits: async ({ limit, cursor }, { caller }) => {
      const page = await domain.deposits.list(requireUser(caller).accountId, { limit, cursor });
      return {
        deposits: page.items.map(toDepositMessage),
        cursors: [...page.cursors],
        nextCursor: page.nextCursor,
      };
    },
  };
}

/** The latest setup at each venue that can be set up. */
async function latestSetups(setups: Setups, accountId: string) {
  const latest = venuesOffering('setup').map(async (venue) => [venue, await setups.latest(accountId, venue)] as const);
  return Object.fromEntries(await Promise.all(latest));
}
