import type { Instrument, TakerFees } from '../venues/venue.js';
import type { ReleaseManifest } from './manifest.js';

type Facts = ReleaseManifest['instruments'][number];

/** What takers of a released prediction pay: by its release, and where that was made before fees were kept, by the newest listing. */
export function takerFeesOf({ prediction }: Facts, listed: Instrument | undefined): TakerFees | undefined {
  return prediction?.takerFees ?? listed?.prediction?.takerFees;
}

/** Whether an instrument has fees that nobody knows: a backtest without them would be wrong. */
export function hasUnknownFees(facts: Facts, listed: Instrument | undefined): boolean {
  return facts.prediction !== undefined && takerFeesOf(facts, listed) === undefined;
}
