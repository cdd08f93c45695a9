import { PlatformError } from '@platform/errors';
import { type FrameworkId, type VenueId, venueRow } from '@platform/venues/registry';
import type { Framework, InstrumentFacts } from '../frameworks/framework.js';

/**
 * The canonical symbols of framework aliases, in their order, on a venue where the framework can run a backtest.
 * Throws `venue_not_supported` for a pair that doesn't exist, `invalid_request` for a symbol that is no alias (a canonical
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

/**
 * Throws `invalid_request` where a version of a framework from before prediction markets had fees is to run on one of these symbols
 * that has some, or whose fees nobody knows: it would charge nothing, in silence.
 */
export function requireTakerFees(
  framework: Pick<Framework, 'chargesTakerFees'>,
  symbols: readonly string[],
  instruments: readonly InstrumentFacts[],
): void {
  if (framework.chargesTakerFees()) return;
  const charging = instruments.filter(({ symbol, prediction }) => {
    const isFree = prediction === undefined || prediction.takerFees?.rate === 0;
    return symbols.includes(symbol) && !isFree;
  });
  if (charging.length === 0) return;
  const names = charging.map(({ symbol }) => symbol).join(', ');
  const message = `names a version that charges no fees on prediction markets, and these have some or unknown ones: ${names}`;
  const details = [{ path: 'image_digest', message }];
  throw new PlatformError('invalid_request', { message: `image_digest ${message}.`, details });
}
