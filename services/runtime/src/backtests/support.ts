import { PlatformError } from '@platform/errors';
import { canonicalOfNautilus, isCanonicalSymbol, TAKER_ORDER_FEE_RATE } from '@platform/venue-hyperliquid';
import type { FrameworkDescription } from '../frameworks/framework.js';

export type FrameworkId = FrameworkDescription['id'];

/** Every framework and venue that the interface names. */
export const frameworkIds = ['freqtrade', 'nautilus'] as const satisfies readonly FrameworkId[];
export const venueIds = ['hyperliquid', 'polymarket', 'lighter', 'binance', 'aerodrome'] as const;
export type VenueId = (typeof venueIds)[number];

/** The venues that backtests can run on, with the fee a side: taker plus builder, as a fraction. */
const feeRates = { hyperliquid: TAKER_ORDER_FEE_RATE } as const;
export type BacktestVenue = keyof typeof feeRates;

/** How a framework stands to a venue: what its aliases look like, and whether backtests run there. */
interface Pair {
  readonly available: boolean;
  /** What an alias looks like, for the one who sent another spelling. */
  readonly example: string;
  /** The canonical symbol of an alias; undefined for a text that is none. */
  readonly canonical: (alias: string) => string | undefined;
}

const matching = (form: RegExp) => (alias: string) => (form.test(alias) ? alias : undefined);

/** The pairs that exist or are planned (docs/interface.md, Runtime: frameworks, and the symbol grammar). */
const pairs: { readonly [Framework in FrameworkId]: { readonly [Venue in VenueId]?: Pair } } = {
  freqtrade: {
    hyperliquid: {
      available: true,
      example: 'BTC/USDC:USDC',
      canonical: (alias) => (isCanonicalSymbol(alias) ? alias : undefined),
    },
    binance: { available: false, example: 'BTC/USDT', canonical: matching(/^[A-Z0-9]{1,40}\/[A-Z0-9]{1,20}$/) },
  },
  nautilus: {
    hyperliquid: { available: false, example: 'BTC-PERP.HYPERLIQUID', canonical: canonicalOfNautilus },
    lighter: { available: false, example: 'BTC-PERP.LIGHTER', canonical: matching(/^[\w-]{1,40}-PERP\.LIGHTER$/) },
    polymarket: { available: false, example: '<token id>.POLYMARKET', canonical: matching(/^\d{1,78}\.POLYMARKET$/) },
  },
};

/**
 * The canonical symbols of framework aliases, in their order, on a venue where the framework can run a backtest.
 * Throws `venue_not_supported` for a pair that doesn't exist, `invalid_request` for a symbol that is no alias (a canonical
 * one is never taken in its place), `feature_not_available` for a planned pair.
 */
export function canonicalSymbols(framework: FrameworkId, venue: VenueId, aliases: readonly string[]): string[] {
  const pair = pairs[framework][venue];
  if (pair === undefined)
    throw new PlatformError('venue_not_supported', { message: `${framework} does not run on ${venue}.` });
  const canonical = aliases.map((alias) => pair.canonical(alias));
  const details = canonical.flatMap((symbol, index) =>
    symbol === undefined
      ? [{ path: `symbols.${index}`, message: `must be a ${framework} alias such as ${pair.example}` }]
      : [],
  );
  if (details.length > 0) throw new PlatformError('invalid_request', { details });
  if (!pair.available)
    throw new PlatformError('feature_not_available', {
      message: `Backtests with ${framework} on ${venue} are planned and not available yet.`,
    });
  return canonical.filter((symbol) => symbol !== undefined);
}

/** The venue as one that backtests can run on. */
export function isBacktestVenue(venue: VenueId): venue is BacktestVenue {
  return Object.hasOwn(feeRates, venue);
}

/** Fee a side at a venue, as a fraction of the value traded. */
export function feeRateOf(venue: BacktestVenue): number {
  return feeRates[venue];
}
