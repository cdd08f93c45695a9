import { PlatformError } from '@platform/errors';
import { type FrameworkId, type VenueId, venueRow } from '@platform/venues/registry';

/**
 * Returns the canonical symbols of framework aliases, in their order, on a venue where the framework can run a backtest.
 * Throws `venue_not_supported` for a pair that doesn't exist, `invalid_request` for a symbol that isn't an alias (a canonical
 * one is never taken in its place), `feature_not_available` for a planned pair.
 */
export function canonicalSymbols(framework: FrameworkId, venue: VenueId, aliases: readonly string[]): string[] {
  const pair = venueRow(venue).frameworks[framework];
  if (pair === undefined)
    throw new PlatformError('venue_not_supported', { message: `${framework} does not run on ${venue}.` });
  const canonical = aliases.map((alias) => pair.canonical(alias));
  const details = canonical.flatMap((symbol, index) =>
    symbol === undefined
      ? [{ path: `symbols.${index}`, message: `must be a ${framework} alias such as ${pair.example}` }]
      : [],
  );
  if (details.length > 0) throw new PlatformError('invalid_request', { details });
  if (pair.status !== 'available')
    throw new PlatformError('feature_not_available', {
      message: `Backtests with ${framework} on ${venue} are planned and not available yet.`,
    });
  return canonical.filter((symbol) => symbol !== undefined);
}
