import type { Clock } from '@platform/kit/clock';
import type { VenueOffering } from '@platform/venues/registry';
import type { z } from 'zod';
import type { TradingWallets } from '../wallets/trading-wallets.js';
import { hyperliquidActions } from './hyperliquid/actions.js';
import { hyperliquidSettings, openHyperliquid } from './hyperliquid/open.js';
import type { ExecutionVenue, OpenVenue, VenueActions } from './venue.js';

/** The venues of this service: every one that the registry says actions can be sent to. */
type Executing<Part> = Readonly<Record<VenueOffering<'execution'>, Part>>;

const actions: Executing<ReturnType<VenueActions['get']>> = { hyperliquid: hyperliquidActions };

/** What the environment says of the venues. */
export const venueSettings = { ...hyperliquidSettings };
export type VenueEnvironment = z.output<z.ZodObject<typeof venueSettings>>;

/** What the actions of each venue look like. */
export const venueActions: VenueActions = new Map(
  Object.entries(actions).flatMap(([id, each]) => (each === undefined ? [] : [[id, each]])),
);

/** The venues with what closes their connections; undefined unless all are configured. */
export function openVenues(
  environment: VenueEnvironment,
  wallets: TradingWallets,
  clock: Clock,
): { readonly venues: ReadonlyMap<string, ExecutionVenue>; close(): Promise<void> } | undefined {
  const found: Executing<OpenVenue | undefined> = { hyperliquid: openHyperliquid(environment, wallets, clock) };
  const open = Object.entries(found).flatMap(([id, venue]) => (venue === undefined ? [] : [{ id, ...venue }]));
  if (open.length < Object.keys(found).length) return undefined;
  return {
    venues: new Map(open.map(({ id, venue }) => [id, venue])),
    close: async () => {
      await Promise.all(open.map((each) => each.close()));
    },
  };
}
