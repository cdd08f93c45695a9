import type { WalletServiceDefinition } from '@platform/protos/wallet';
import { type Handlers, requireUser } from '@platform/rpc/grpc';
import type { WalletVenues } from '@platform/venues/wallet';
import { requireVenue } from '../venues/supported-venues.js';
import type { Wallets } from '../wallets/wallets.js';

/** The domain behind the handlers of holdings. */
export interface HoldingsDomain {
  readonly wallets: Wallets;
  readonly openVenues: WalletVenues;
}

/** Returns the handlers of `trading.wallet.v1` for a wallet's holdings and orders at a venue. */
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
