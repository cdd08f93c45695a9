import type { ReleaseManifest } from './manifest.js';

/**
 * Whether a released instrument has fees that its release does not know: a backtest without them would be wrong, and with those of a
 * listing, which change, the same release would give other results.
 */
export function hasUnknownFees({ prediction }: ReleaseManifest['instruments'][number]): boolean {
  return prediction !== undefined && prediction.takerFees === undefined;
}
