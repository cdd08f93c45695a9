import type { z } from 'zod';
import { hyperliquidSettings, openHyperliquid } from './hyperliquid/open.js';
import type { VenueParts, WalletVenues } from './venue.js';

/** What the environment says of the venues. */
export const venueSettings = { ...hyperliquidSettings };
export type VenueEnvironment = z.output<z.ZodObject<typeof venueSettings>>;

/** The venues as they are configured. */
export function openVenues(environment: VenueEnvironment, parts: VenueParts): WalletVenues {
  return { hyperliquid: openHyperliquid(environment, parts) };
}
