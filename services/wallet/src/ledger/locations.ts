import { type Asset, isNetwork, type Network } from '@platform/kit/networks';
import { hasRole } from '@platform/venues/registry';
import type { Token } from '../chains/token.js';
import type { Venue } from '../venues/supported-venues.js';

/** A wallet on a network, in an asset: the money there is compared with the chain, and fenced by itself. */
export type WalletLocation = `wallet:${string}:${Network}:${Asset}`;

/** A wallet's money at a venue. */
export type VenueLocation = `venue:${string}:${Venue}:${Network}:${Asset}`;

/** A place where money is booked. Money belongs to a wallet, on a network, in an asset. */
export type Location =
  | WalletLocation
  | `external:${Network}:${Asset}`
  | `in_transit:${string}:${Network}:${Asset}`
  | VenueLocation;

/** Outside the platform, on a network: where deposits come from and withdrawals go. */
export const external = ({ network, asset }: Token): Location => `external:${network}:${asset}`;

/** A managed wallet on a network. */
export const inWallet = (walletId: string, { network, asset }: Token): WalletLocation =>
  `wallet:${walletId}:${network}:${asset}`;

/** In transit for one operation, such as a setup, as what it left as: it has left one place and isn't seen at the other. */
export const inTransit = (operationId: string, { network, asset }: Token): Location =>
  `in_transit:${operationId}:${network}:${asset}`;

/** A wallet's net payments into a venue, as what it was paid with; its equity there is observed, never booked. */
export const atVenue = (walletId: string, venue: Venue, { network, asset }: Token): VenueLocation =>
  `venue:${walletId}:${venue}:${network}:${asset}`;

/** Returns whether a location is a wallet's. */
export function isWallet(location: string): location is WalletLocation {
  return walletAt(location) !== undefined;
}

/** Returns the wallet and the token of a wallet's location; undefined for other text. */
export function walletAt(location: string): { readonly walletId: string; readonly token: Token } | undefined {
  const [kind, walletId, network = '', asset, ...more] = location.split(':');
  if (kind !== 'wallet' || walletId === undefined || !isNetwork(network) || asset !== 'USDC' || more.length > 0)
    return undefined;
  return { walletId, token: { network, asset } };
}

/** Returns a stored location from which money can be sent; undefined for every other text. */
export function spendableAt(text: string): Location | undefined {
  if (isWallet(text)) return text;
  const [kind, walletId, venue = '', network = '', asset] = text.split(':');
  if (kind !== 'venue' || walletId === undefined || !hasRole(venue, 'wallet') || !isNetwork(network)) return undefined;
  return asset === 'USDC' ? atVenue(walletId, venue, { network, asset }) : undefined;
}

/** Whose money lies at a location, as its owner sees it. */
export type PlaceKind = 'wallet' | 'venue' | 'in_transit' | 'external';

/** Returns what a location says; one that names no place of the owner's is outside. */
export function placeOf(location: Location): {
  readonly kind: PlaceKind;
  readonly network: Network | undefined;
  readonly venue: Venue | undefined;
} {
  const [kind, ...more] = location.split(':');
  return {
    kind: kind === 'wallet' || kind === 'venue' || kind === 'in_transit' ? kind : 'external',
    network: more.find(isNetwork),
    venue: more.find((part) => hasRole(part, 'wallet')),
  };
}
