import { proxiedHyperliquid } from '../hyperliquid/venue-proxy/index.js';

/** The venues whose live bots have a proxy. */
export const proxiedVenues = { hyperliquid: proxiedHyperliquid };

/** The environment settings of the venues. */
export const venueSettings = { ...proxiedHyperliquid.settings };
