import type { Network } from '@platform/kit/networks';
import { type HealthChecks, throttledCheck } from '@platform/rpc/grpc';
import { type Connection, pingMongo } from '@platform/store/mongo';
import { type VenueId, venuesOffering } from '@platform/venues/registry';
import type { WalletVenue } from '@platform/venues/trading-accounts';
import type { Chain } from './chains/chain.js';

/** Returns the readiness checks: read-only checks of the service's store, the chains and the venues that money goes to. */
export function readinessChecks(parts: {
  readonly connection: Connection;
  readonly networks: Readonly<Record<Network, { readonly chain: Pick<Chain, 'checkReachable'> }>>;
  readonly openVenues: Readonly<Partial<Record<VenueId, Pick<WalletVenue, 'checkReachable'>>>>;
  /** The venues that `GET /context/venues` lists as fundable; absent: as in the registry. */
  readonly advertised?: readonly VenueId[];
  /** Pays for transfers out of wallets; without it no venue is funded. */
  readonly relays: object | undefined;
}): HealthChecks {
  const { connection, networks, openVenues, advertised = venuesOffering('setup'), relays } = parts;
  const chains = Object.values(networks).map(({ chain }) => chain);
  const store = () => pingMongo(connection);
  const checkOutside = throttledCheck(async () => {
    const providers = advertised.map((venue) => openVenues[venue]).filter((provider) => provider !== undefined);
    await Promise.all([...chains, ...providers].map((part) => part.checkReachable()));
  });
  return {
    /** Wallets can be found and sign. */
    wallet: store,
    /** Every venue that is advertised as fundable has a provider of funds that is available now. */
    venues: async () => {
      const missing = advertised.filter((venue) => openVenues[venue] === undefined);
      if (missing.length > 0) throw new Error(`no provider of funds is registered for ${missing.join(', ')}`);
      if (relays === undefined) throw new Error('no relayer pays for transfers to venues');
      await Promise.all([store(), checkOutside()]);
    },
  };
}
