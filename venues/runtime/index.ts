import type { z } from 'zod';
import { hyperliquidSettings, openHyperliquid } from '../hyperliquid/runtime/index.js';
import { lighterSettings, openLighter } from '../lighter/runtime/index.js';
import type { LiveDataVenue } from '../live-data/index.js';
import type { VenueOffering } from '../registry/index.js';

/** The environment settings of the venues. */
export const venueSettings = { ...hyperliquidSettings, ...lighterSettings };

type Environment = z.output<z.ZodObject<typeof venueSettings>>;

/** A venue whose markets deployments follow: every one that they run at, by the registry. */
export type FollowedVenue = VenueOffering<'paper'>;

const venues: Readonly<Record<FollowedVenue, (environment: Environment) => LiveDataVenue>> = {
  hyperliquid: openHyperliquid,
  lighter: openLighter,
};

// The keys of the list are the venues.
export const followedVenues = Object.keys(venues) as FollowedVenue[];

/** Opens a venue as it is configured. */
export function openVenue(id: FollowedVenue, environment: Environment): LiveDataVenue {
  return venues[id](environment);
}
