import type { z } from 'zod';
import { type SharedRequests, sharedRequests } from '../http/index.js';
import { hyperliquidActions, hyperliquidSettings, openHyperliquid } from '../hyperliquid/execution/index.js';
import { lighterActions, lighterSettings, openLighter } from '../lighter/execution/index.js';
import type { ActionSigner, ExecutionVenue, OpenVenue, VenueActions } from '../native-actions/index.js';
import { openPolymarket, polymarketActions, polymarketSettings } from '../polymarket/execution/index.js';
import type { VenueOffering } from '../registry/index.js';

/** The venues of this service: every venue to which the registry says that actions can be sent. */
type Executing<Part> = Readonly<Record<VenueOffering<'execution'>, Part>>;

const actions: Executing<ReturnType<VenueActions['get']>> = {
  hyperliquid: hyperliquidActions,
  polymarket: polymarketActions,
  lighter: lighterActions,
};

/** The environment settings of the venues. */
export const venueSettings = { ...hyperliquidSettings, ...polymarketSettings, ...lighterSettings };
export type VenueEnvironment = z.output<z.ZodObject<typeof venueSettings>>;

/** The actions of each venue. */
export const venueActions: VenueActions = new Map(
  Object.entries(actions).flatMap(([id, each]) => (each === undefined ? [] : [[id, each]])),
);

/** Opens the venues and returns what closes their connections; undefined unless all are configured. */
export function openVenues(
  environment: VenueEnvironment,
  signer: ActionSigner,
  shared: SharedRequests,
): { readonly venues: ReadonlyMap<string, ExecutionVenue>; close(): Promise<void> } | undefined {
  const requests = sharedRequests(shared);
  const found: Executing<OpenVenue | undefined> = {
    hyperliquid: openHyperliquid(environment, signer, requests),
    polymarket: openPolymarket(environment, signer, requests),
    lighter: openLighter(environment, signer, requests),
  };
  const open = Object.entries(found).flatMap(([id, venue]) => (venue === undefined ? [] : [{ id, ...venue }]));
  if (open.length < Object.keys(found).length) return undefined;
  return {
    venues: new Map(open.map(({ id, venue }) => [id, venue])),
    close: async () => {
      await Promise.all(open.map((each) => each.close()));
    },
  };
}
