import { PlatformError } from '@platform/errors';
import type { Caller } from '@platform/keys/tokens';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { Handlers } from '@platform/rpc/grpc';
import type { WalletVenues } from '@platform/venues/wallet';
import type { Agents } from '../agents/agents.js';
import type { AgentEndings } from '../agents/endings.js';
import type { AgentGrants } from '../agents/grants.js';
import type { Signer } from '../signing/signer.js';
import { requireVenue } from '../venues/supported-venues.js';
import type { Wallets } from '../wallets/wallets.js';
import { requesterOf } from './requester.js';
import type { TradingWallets } from './trading-wallets.js';

type TradingHandlers = Pick<
  Handlers<WalletServiceDefinition>,
  | 'ResolveTradingWallet'
  | 'SignAction'
  | 'GiveBackAction'
  | 'SignRead'
  | 'LookUpAction'
  | 'IssueAgent'
  | 'EndAgent'
  | 'ApproveFee'
>;

/** The domain behind the handlers of trading. */
export interface TradingDomain {
  readonly wallets: Wallets;
  readonly tradingWallets: TradingWallets;
  readonly openVenues: WalletVenues;
  readonly signer: Signer;
  readonly agents: Agents;
  readonly agentGrants: AgentGrants;
  readonly agentEndings: AgentEndings;
  /** Returns the user of a token with which the execution service was called. Throws `unauthorized`. */
  readonly verifyUser: (token: string) => Promise<Caller>;
}

/** Returns the handlers for other services' requests to an account's keys, each for the account that its token names. */
export function tradingHandlers({
  wallets,
  tradingWallets,
  openVenues,
  signer,
  agents,
  agentGrants,
  agentEndings,
  verifyUser,
}: TradingDomain): TradingHandlers {
  return {
    ResolveTradingWallet: async ({ accountId, venue, address }, { caller }) => {
      requesterOf(caller, accountId);
      return { address: (await tradingWallets.resolve(accountId, requireVenue(venue), address)).address };
    },
    SignAction: async ({ accountId, venue, address, userToken, ...request }, { caller }) => {
      const requester = requesterOf(caller, accountId);
      requireTrader(await verifyUser(userToken), accountId);
      const { action } = openVenues[requireVenue(venue)].signing;
      const wallet = await wallets.trading(accountId, address);
      const { actionJson, expiresAfterMs } = request;
      const asked = { actionJson, expiresAfterMs, cause: requester.cause };
      const signed = await signer.sign(wallet, action, asked, requester);
      return { address: wallet.address, ...signed };
    },
    GiveBackAction: async ({ accountId, venue, address, ...signed }, { caller }) => {
      requesterOf(caller, accountId);
      const { giveBack } = openVenues[requireVenue(venue)].signing;
      const wallet = await wallets.trading(accountId, address);
      await giveBack?.(wallet.address, signed);
      return {};
    },
    SignRead: async ({ accountId, venue, address, path }, { caller }) => {
      requesterOf(caller, accountId);
      const { readHeaders } = openVenues[requireVenue(venue)].signing;
      if (readHeaders === undefined) throw new PlatformError('feature_not_available');
      const wallet = await wallets.trading(accountId, address);
      return { address: wallet.address, headers: await readHeaders(wallet.address, path) };
    },
    LookUpAction: async ({ accountId, venue, address, expiresAfterMs, ...sent }, { caller }) => {
      requesterOf(caller, accountId);
      const { lookUp } = openVenues[requireVenue(venue)].signing;
      if (lookUp === undefined) throw new PlatformError('feature_not_available');
      const wallet = await wallets.trading(accountId, address);
      const { kind: finding, ...found } = await lookUp(wallet.address, { ...sent, expiresAfterMs });
      const answerJson = 'answer' in found ? JSON.stringify(found.answer) : undefined;
      return { address: wallet.address, finding, answerJson };
    },
    IssueAgent: async ({ accountId, venue, address, agentName, grant }, { caller }) => {
      const requester = requesterOf(caller, accountId);
      const id = requireVenue(venue);
      const wallet = await wallets.trading(accountId, address);
      const { deploymentId } = await agentGrants.spend(
        grant,
        { accountId, venue, agentName, purpose: 'issue_agent' },
        'agent',
      );
      const { privateKey, ...issued } = await agents.issue(wallet, { id, ...openVenues[id] }, agentName, {
        ...requester,
        cause: `deployment ${deploymentId}`,
      });
      return { address: wallet.address, ...issued, agentPrivateKey: privateKey.reveal() };
    },
    EndAgent: async ({ accountId, venue, address, agentName, grant }, { caller }) => {
      const requester = requesterOf(caller, accountId);
      const id = requireVenue(venue);
      const wallet = await wallets.trading(accountId, address);
      await agentGrants.spend(grant, { accountId, venue, agentName, purpose: 'end_agent' }, 'ending');
      await agentEndings.end(wallet, { id, ...openVenues[id] }, agentName, requester);
      return {};
    },
    ApproveFee: async ({ accountId, venue, address, grant }, { caller }) => {
      const requester = requesterOf(caller, accountId);
      const { approvals, signing } = openVenues[requireVenue(venue)];
      const { fee } = signing;
      if (fee === undefined) throw new PlatformError('feature_not_available');
      await agentGrants.spend(grant, { accountId, venue, purpose: 'issue_agent' }, 'fee');
      const wallet = await wallets.trading(accountId, address);
      const approval = await signer.sign(wallet, fee, undefined, requester);
      const { approvalJson: _sentHere, ...terms } = approval;
      if (!(await approvals.isFeeApproved(wallet.address, terms))) await approvals.approveFee(wallet.address, approval);
      return terms;
    },
  };
}

/** Throws `insufficient_permissions` unless the user belongs to the account and may trade. */
function requireTrader(user: Caller, accountId: string): void {
  const mayTrade = user.kind === 'user' && user.permissions.some((each) => each === 'trade' || each === 'all');
  if (!mayTrade || user.accountId !== accountId) throw new PlatformError('insufficient_permissions');
}
