import type { Instrument } from '@platform/venues/market-data';
import type { ReleasedMarket } from './keys.js';

/** Returns the market that an instrument is published with: a prediction market's outcomes are one, every other instrument is its own. */
export function releasedMarketOf({
  venue,
  symbol,
  prediction,
}: Pick<Instrument, 'venue' | 'symbol' | 'prediction'>): ReleasedMarket {
  return { venue, market: prediction?.slug ?? symbol };
}
