/** The venues that wallets trade at, in the order in which they are shown. */
export const VENUES = ['hyperliquid', 'polymarket', 'lighter'] as const;

/** The id of one of them. */
export type VenueName = (typeof VENUES)[number];

/**
 * What the graph says of each venue, with its name. Objects of the graph are not gone through by their keys: the client adds
 * `__typename` to each.
 */
export function byVenue<Summary>(
  summaries: Readonly<Record<VenueName, Summary>> | null | undefined,
): (readonly [VenueName, Summary])[] {
  return summaries === null || summaries === undefined ? [] : VENUES.map((venue) => [venue, summaries[venue]] as const);
}
