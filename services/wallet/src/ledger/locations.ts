import type { Network } from '../chains/chain.js';
import type { Venue } from '../venues/venue.js';

/** A place where money is booked. */
export type Location =
  | `external:${Network}`
  | `wallet:${string}:${Network}`
  | `in_transit:${string}`
  | `venue:${string}:${Venue}`;

/** Outside the platform, on a network: where deposits come from and withdrawals go. */
export const external = (network: Network): Location => `external:${network}`;

/** An account's wallet on a network. */
export const walletOf = (accountId: string, network: Network): Location => `wallet:${accountId}:${network}`;

/** On the way of one operation, such as a setup: it has left one place and isn't seen at the other. */
export const inTransit = (operationId: string): Location => `in_transit:${operationId}`;

/** What was put in at a venue; its equity is observed, never booked. */
export const venueOf = (accountId: string, venue: Venue): Location => `venue:${accountId}:${venue}`;
