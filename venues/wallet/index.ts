import type { Network } from '@platform/kit/networks';
import type { Address } from 'viem';
import type { z } from 'zod';
import { type SharedRequests, sharedRequests } from '../http/index.js';
import { hyperliquidPayer, hyperliquidSettings, openHyperliquid } from '../hyperliquid/wallet/index.js';
import { lighterSettings, openLighter } from '../lighter/wallet/index.js';
import { openPolymarket, polymarketSettings } from '../polymarket/wallet/index.js';
import type { VenueId, VenueOffering } from '../registry/index.js';
import type { AccountSecrets, ChainReader, NonceStores, SecretKind, WalletVenue } from '../trading-accounts/index.js';

/** The wallet's venues: every one that can be set up, by the registry. */
export type WalletVenues = Readonly<Record<VenueOffering<'setup'>, WalletVenue>>;

/** The environment settings of the venues. */
export const venueSettings = { ...hyperliquidSettings, ...polymarketSettings, ...lighterSettings };

/** From where venues pay withdrawals to wallets. */
const payers: readonly {
  readonly venue: VenueOffering<'setup'>;
  readonly network: Network;
  readonly address: Address;
}[] = [hyperliquidPayer];

/** Returns the addresses from which venues pay wallets on a network, checksummed, with their venues. */
export function payersOn(network: Network): ReadonlyMap<Address, VenueOffering<'setup'>> {
  return new Map(payers.filter((payer) => payer.network === network).map(({ address, venue }) => [address, venue]));
}

/** The dependencies of the venues. */
export interface WalletVenueParts {
  readonly nonces: NonceStores;
  /** Returns the wallet's own node of a network. */
  readonly chain: (network: Network) => ChainReader;
  /** Returns the vault's secrets of a venue, of one kind. */
  readonly secrets: (venue: VenueId, kind: SecretKind) => AccountSecrets;
  readonly requests: SharedRequests;
}

/** Opens the venues as they are configured, each with nonces of its kind. */
export function openVenues(
  environment: z.output<z.ZodObject<typeof venueSettings>>,
  { nonces, secrets, chain, requests }: WalletVenueParts,
): WalletVenues {
  const shared = { chain, ...sharedRequests(requests) };
  return {
    hyperliquid: openHyperliquid(environment, { ...shared, nonces: nonces['unused-above-window']('hyperliquid') }),
    polymarket: openPolymarket(environment, {
      ...shared,
      nonces: undefined,
      secrets: secrets('polymarket', 'api_credentials'),
    }),
    lighter: openLighter(environment, {
      ...shared,
      nonces: nonces.consecutive('lighter'),
      secrets: secrets('lighter', 'api_key'),
    }),
  };
}
