import type { WalletServiceDefinition } from '@platform/protos/wallet';
import { type Handlers, requireUser } from '@platform/rpc/grpc';
import type { WalletVenues } from '@platform/venues/wallet';
import { requireVenue } from '../venues/supported-venues.js';
import type { Wallets } from '../wallets/wallets.js';

/** What the handlers of holdings translate for. */
export interface HoldingsDomain {
  readonly wallets: Wallets;
  readonly openVenues: WalletVenues;
}

/** The handlers of `trading.wallet.v1` that concern what a wallet holds and has ordered at a venue. */
export function holdingHandlers({
  wallets,
  openVenues,
}: HoldingsDomain): Pick<Handlers<WalletServiceDefinition>, 'ListPositions' | 'ListOpenOrders'> {
  return {
    ListPositions: async ({ venue, accountAddress }, { caller }) => {
      const opened = openVenues[requireVenue(venue)];
      const { address } = await wallets.trading(requireUser(caller).accountId, accountAddress);
      return { positions: [...(await opened.positions(address))] };
    },
    ListOpenOrders: async ({ venue, accountAddress }, { caller }) => {
      const opened = openVenues[requireVenue(venue)];
      const { address } = await wallets.trading(requireUser(caller).accountId, accountAddress);
      return { openOrders: [...(await opened.openOrders(address))] };
    },
  };
}
