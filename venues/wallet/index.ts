import type { z } from 'zod';
import { hyperliquidSettings, openHyperliquid } from '../hyperliquid/wallet/index.js';
import type { VenueOffering } from '../registry/index.js';
import type { VenueParts, WalletVenue } from '../trading-accounts/index.js';

/** The wallet's venues: every one that the registry says can be set up. */
export type WalletVenues = Readonly<Record<VenueOffering<'setup'>, WalletVenue>>;

/** What the environment says of the venues. */
export const venueSettings = { ...hyperliquidSettings };

/** The venues as they are configured. */
export function openVenues(environment: z.output<z.ZodObject<typeof venueSettings>>, parts: VenueParts): WalletVenues {
  return { hyperliquid: openHyperliquid(environment, parts) };
}
