import { formatUsd } from '@platform/kit/money';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { Handlers } from '@platform/rpc/grpc';
import type { WalletVenues } from '@platform/venues/wallet';
import type { Agents } from '../agents/agents.js';
import { parseDeploymentSetup } from '../setups/request.js';
import type { Setups } from '../setups/setups.js';
import { requesterOf } from '../trading/requester.js';
import { requireVenue } from '../venues/supported-venues.js';
import type { Wallets } from '../wallets/wallets.js';

/** The domain behind the handlers of live deployments. */
export interface LiveDomain {
  readonly wallets: Wallets;
  readonly openVenues: WalletVenues;
  readonly setups: Setups;
  readonly agents: Agents;
}

/** Returns the handlers of `trading.wallet.v1` for the runtime service's live deployments. */
export function liveHandlers({
  wallets,
  openVenues,
  setups,
  agents,
}: LiveDomain): Pick<Handlers<WalletServiceDefinition>, 'SetUpDeployment' | 'ReleaseDeployment' | 'GetVenueStanding'> {
  return {
    SetUpDeployment: async (request, { caller }) => {
      requesterOf(caller, request.accountId);
      const { setup } = await setups.accept(parseDeploymentSetup(request));
      const { _id: id, status, step } = setup;
      return { setup: { id, status, step } };
    },
    ReleaseDeployment: async ({ accountId, deploymentId }, { caller }) => {
      requesterOf(caller, accountId);
      await setups.release(accountId, deploymentId);
      return {};
    },
    GetVenueStanding: async ({ accountId, venue, agentName }, { caller }) => {
      requesterOf(caller, accountId);
      const id = requireVenue(venue);
      const opened = openVenues[id];
      const wallet = await wallets.primary(accountId);
      const { address } = wallet;
      const [{ equityMicroUsdc, positions }, agent] = await Promise.all([
        opened.standing(address),
        agents.standing(wallet, { id, ...opened }, agentName),
      ]);
      return {
        ...{ address, equityUsd: formatUsd(equityMicroUsdc), positions: [...positions], agent: agent.state },
        ...(agent.state !== 'none' && { agentIssuedAtMs: agent.issuedAt.getTime() }),
      };
    },
  };
}
