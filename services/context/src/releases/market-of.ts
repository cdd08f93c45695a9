import type { Instrument } from '../venues/venue.js';
import type { MarketReference } from './keys.js';

/** The market that an instrument is published with: a prediction market's outcomes are one, every other instrument is its own. */
export function marketOf({
  venue,
  symbol,
  prediction,
}: Pick<Instrument, 'venue' | 'symbol' | 'prediction'>): MarketReference {
  return { venue, market: prediction?.slug ?? symbol };
}
