import { PlatformError } from '@platform/errors';
import type { Handlers } from '@platform/grpc';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { Caller } from '@platform/tokens';
import type { Agents } from '../agents/agents.js';
import type { Wallets } from '../wallets/wallets.js';
import type { BuilderFees } from './builder-fees.js';
import type { HyperliquidNonces } from './hyperliquid-nonces.js';
import { parseNativeAction } from './native-action.js';
import type { Requester } from './policy.js';
import type { Signer } from './signer.js';

const AGENT_NAME = /^[\x21-\x7e]{1,16}$/;

type SigningHandlers = Pick<
  Handlers<WalletServiceDefinition>,
  'ResolveTradingWallet' | 'SignHyperliquidAction' | 'IssueHyperliquidAgent' | 'SignHyperliquidBuilderFee'
>;

/** What other services ask of an account's keys, each acting for the account that its token names. */
export function signingHandlers(domain: {
  readonly wallets: Wallets;
  readonly signer: Signer;
  readonly hyperliquidNonces: HyperliquidNonces;
  readonly agents: Agents;
  readonly builderFees: BuilderFees;
}): SigningHandlers {
  return {
    ResolveTradingWallet: async ({ accountId, address }, { caller }) => {
      requesterOf(caller, accountId);
      return { address: (await domain.wallets.trading(accountId, address)).address };
    },
    SignHyperliquidAction: async ({ accountId, actionJson, expiresAfterMs }, { caller }) => {
      const requester = requesterOf(caller, accountId);
      const action = parseNativeAction(actionJson);
      const wallet = await domain.wallets.trading(accountId);
      const nonce = await domain.hyperliquidNonces.draw(wallet.address);
      const expiry = expiresAfterMs === undefined ? {} : { expiresAfterMs };
      const intent = { family: 'hyperliquid_l1_action', action, nonce, ...expiry } as const;
      const { signature, actionHash } = await domain.signer.signL1Action(wallet, intent, requester);
      return { address: wallet.address, nonce, signature, actionHash };
    },
    IssueHyperliquidAgent: async ({ accountId, agentName }, { caller }) => {
      const requester = requesterOf(caller, accountId);
      if (!AGENT_NAME.test(agentName))
        throw new PlatformError('invalid_request', {
          details: [{ path: 'agent_name', message: 'must be 1 to 16 visible ASCII characters' }],
        });
      const { walletAddress, agentAddress, privateKey, approval } = await domain.agents.issue(agentName, requester);
      return {
        address: walletAddress,
        agentAddress,
        agentPrivateKey: privateKey.reveal(),
        approvalJson: JSON.stringify(approval),
      };
    },
    SignHyperliquidBuilderFee: async ({ accountId }, { caller }) => {
      const { approval, ...fee } = await domain.builderFees.approve(requesterOf(caller, accountId));
      return { ...fee, approvalJson: JSON.stringify(approval) };
    },
  };
}

/** Who asks, for which account. Throws `insufficient_permissions` when the token is for another one. */
function requesterOf(caller: Caller, accountId: string): Requester {
  if (caller.kind !== 'workload' || caller.accountId === undefined || caller.accountId !== accountId)
    throw new PlatformError('insufficient_permissions');
  return { workload: caller.workload, accountId, cause: caller.cause };
}
