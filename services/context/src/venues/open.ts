import type { Clock } from '@platform/clock';
import type { Logger } from '@platform/logging';
import type { VenueOffering } from '@platform/venues';
import type { z } from 'zod';
import { hyperliquidSettings, openHyperliquid } from './hyperliquid/open.js';
import { lighterSettings, openLighter } from './lighter/open.js';
import { openPolymarket, polymarketSettings } from './polymarket/open.js';
import type { MarketDataVenue } from './venue.js';

/** What the environment says of the venues. */
export const venueSettings = { ...hyperliquidSettings, ...lighterSettings, ...polymarketSettings };

/** The venues whose market data is served: every one that the registry says so of. */
export function openVenues(
  environment: z.output<z.ZodObject<typeof venueSettings>>,
  clock: Clock,
  logger: Logger,
): readonly MarketDataVenue[] {
  const venues: Readonly<Record<VenueOffering<'context'>, MarketDataVenue>> = {
    hyperliquid: openHyperliquid(environment, clock),
    lighter: openLighter(environment, clock),
    polymarket: openPolymarket(environment, clock, logger),
  };
  return Object.values(venues);
}
