import type { z } from 'zod';
import { type SharedRequests, sharedRequests } from '../http/index.js';
import { hyperliquidSettings, openHyperliquid } from '../hyperliquid/context/index.js';
import { lighterSettings, openLighter } from '../lighter/context/index.js';
import type { MarketDataVenue, Omissions } from '../market-data/index.js';
import { openPolymarket, polymarketSettings } from '../polymarket/context/index.js';
import type { VenueOffering } from '../registry/index.js';

/** The environment settings of the venues. */
export const venueSettings = { ...hyperliquidSettings, ...lighterSettings, ...polymarketSettings };

/** Opens the venues whose market data is served, by the registry. */
export function openVenues(
  environment: z.output<z.ZodObject<typeof venueSettings>>,
  shared: SharedRequests,
  omissions: Omissions,
): readonly MarketDataVenue[] {
  const requests = sharedRequests(shared);
  const venues: Readonly<Record<VenueOffering<'context'>, MarketDataVenue>> = {
    hyperliquid: openHyperliquid(environment, requests, omissions),
    lighter: openLighter(environment, requests, omissions),
    polymarket: openPolymarket(environment, requests, omissions),
  };
  return Object.values(venues);
}
