import { PlatformError } from '@platform/errors';
import { type FrameworkId, type VenueFramework, type VenueId, venueRow } from '@platform/venues/registry';

/**
 * Returns how a framework names the markets of a venue. Throws `venue_not_supported` for a pair that doesn't exist,
 * `feature_not_available` for a planned one.
 */
export function requirePair(framework: FrameworkId, venue: VenueId): VenueFramework {
  const pair = venueRow(venue).frameworks[framework];
  if (pair === undefined)
    throw new PlatformError('venue_not_supported', { message: `${framework} does not run on ${venue}.` });
  if (pair.status !== 'available')
    throw new PlatformError('feature_not_available', {
      message: `${framework} on ${venue} is planned and not available yet.`,
    });
  return pair;
}

/**
 * Returns the canonical symbols of framework aliases, in their order, on a venue where the framework runs. Throws as `requirePair` does, and
 * `invalid_request` for a symbol that isn't an alias: a canonical one is never taken in its place.
 */
export function canonicalSymbols(framework: FrameworkId, venue: VenueId, aliases: readonly string[]): string[] {
  const pair = requirePair(framework, venue);
  const canonical = aliases.map((alias) => pair.canonical(alias));
  const details = canonical.flatMap((symbol, index) =>
    symbol === undefined
      ? [{ path: `symbols.${index}`, message: `must be a ${framework} alias such as ${pair.example}` }]
      : [],
  );
  if (details.length > 0) throw new PlatformError('invalid_request', { details });
  return canonical.filter((symbol) => symbol !== undefined);
}
