import type { z } from 'zod';
import { hyperliquidSettings, openHyperliquid } from '../hyperliquid/wallet/index.js';
import type { VenueOffering } from '../registry/index.js';
import type { VenueParts, WalletVenue } from '../trading-accounts/index.js';

/** The wallet's venues: every one that can be set up, by the registry. */
export type WalletVenues = Readonly<Record<VenueOffering<'setup'>, WalletVenue>>;

/** The environment settings of the venues. */
export const venueSettings = { ...hyperliquidSettings };

/** Opens the venues as they are configured. */
export function openVenues(environment: z.output<z.ZodObject<typeof venueSettings>>, parts: VenueParts): WalletVenues {
  return { hyperliquid: openHyperliquid(environment, parts) };
}
