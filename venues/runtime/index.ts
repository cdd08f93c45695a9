import type { z } from 'zod';
import { hyperliquidSettings, openHyperliquid } from '../hyperliquid/runtime/index.js';
import type { LiveDataVenue } from '../live-data/index.js';

/** The environment settings of the venues. */
export const venueSettings = { ...hyperliquidSettings };

const venues = { hyperliquid: openHyperliquid };

/** A venue whose markets deployments follow. */
export type FollowedVenue = keyof typeof venues;

// The keys of the list are the venues.
export const followedVenues = Object.keys(venues) as FollowedVenue[];

/** Opens a venue as it is configured. */
export function openVenue(id: FollowedVenue, environment: z.output<z.ZodObject<typeof venueSettings>>): LiveDataVenue {
  return venues[id](environment);
}
