import { hyperliquidInSandbox } from '../hyperliquid/sandbox/index.js';
import { lighterInSandbox } from '../lighter/sandbox/index.js';
import { polymarketInSandbox } from '../polymarket/sandbox/index.js';
import type { VenueOffering } from '../registry/index.js';
import type { StartSandboxVenue } from '../simulation/index.js';

/** The sandbox's venues: every one whose market data is served, by the registry. */
export const sandboxVenues: Readonly<Record<VenueOffering<'context'>, StartSandboxVenue>> = {
  hyperliquid: hyperliquidInSandbox,
  polymarket: polymarketInSandbox,
  lighter: lighterInSandbox,
};
