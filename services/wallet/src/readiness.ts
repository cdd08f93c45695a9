import { type HealthChecks, sparingCheck } from '@platform/grpc';
import { type Connection, pingMongo } from '@platform/mongo';
import type { Chain } from './chains/chain.js';
import type { WalletVenue } from './venues/venue.js';

/** What the service must have at hand: read-only looks at its store, the chains and the venues that money goes to. */
export function readinessChecks(parts: {
  readonly connection: Connection;
  readonly chains: readonly Pick<Chain, 'checkReachable'>[];
  readonly openVenues: Readonly<Record<string, Pick<WalletVenue, 'checkReachable'>>>;
  /** Pays for what leaves a wallet; without it no venue is funded. */
  readonly relayer: object | undefined;
}): HealthChecks {
  const { connection, chains, openVenues, relayer } = parts;
  const store = () => pingMongo(connection);
  const checkOutside = sparingCheck(async () => {
    await Promise.all([...chains, ...Object.values(openVenues)].map((part) => part.checkReachable()));
  });
  return {
    /** Wallets can be found and sign. */
    wallet: store,
    /** Every venue that is available has its provider of funds, which can be used now. */
    venues: async () => {
      if (relayer === undefined) throw new Error('no relayer pays for what goes to a venue');
      await Promise.all([store(), checkOutside()]);
    },
  };
}
