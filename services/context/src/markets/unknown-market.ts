import { PlatformError } from '@platform/errors';
import type { TradedMarket } from './instruments.js';
import { similarMarkets } from './similar.js';

/**
 * Returns the error for a symbol that names no market. `candidate`: the canonical spelling of a text that isn't canonical itself; it may
 * not exist either. It names markets with similar names where there are some.
 */
export function unknownMarket(
  symbol: string,
  candidate: string | undefined,
  traded: readonly TradedMarket[],
): PlatformError {
  const similar = similarMarkets(candidate ?? symbol, traded);
  const told = similar.map((market) => `${market.symbol} (${market.venue})`).join(', ');
  const hint = similar.length === 0 ? '' : ` Similar: ${told}.`;
  const details = similar.length === 0 ? {} : { similar };
  if (candidate !== undefined) {
    const message = `The symbol is not canonical; ${candidate} would be.${hint}`;
    return new PlatformError('symbol_not_canonical', { message, details: { candidate, ...details } });
  }
  if (similar.length === 0) return new PlatformError('market_not_found');
  return new PlatformError('market_not_found', { message: `There is no such market.${hint}`, details });
}
