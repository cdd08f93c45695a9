import type { Network } from '../chains/chain.js';
import type { Venue } from '../venues/supported-venues.js';

/** The assets that are booked: six decimals each. */
type Asset = 'USDC';

/** A place where money is booked. Money belongs to a wallet, on a network, in an asset. */
export type Location =
  | `external:${Network}:${Asset}`
  | `wallet:${string}:${Network}:${Asset}`
  | `in_transit:${string}`
  | `venue:${string}:${Venue}`;

/** Outside the platform, on a network: where deposits come from and withdrawals go. */
export const external = (network: Network): Location => `external:${network}:USDC`;

/** A managed wallet on a network. */
export const inWallet = (walletId: string, network: Network): Location => `wallet:${walletId}:${network}:USDC`;

/** In transit for one operation, such as a setup: the money has left one place and isn't seen at the other. */
export const inTransit = (operationId: string): Location => `in_transit:${operationId}`;

/** A wallet's net payments into a venue; its equity there is observed, never booked. */
export const atVenue = (walletId: string, venue: Venue): Location => `venue:${walletId}:${venue}`;
