import type { ReleaseManifest } from './manifest.js';

/**
 * Returns whether a released instrument's fees are missing from its release: a backtest without them would be wrong, and with a listing's
 * fees, which change, the same release would give other results.
 */
export function hasUnknownFees({ prediction }: ReleaseManifest['instruments'][number]): boolean {
  return prediction !== undefined && prediction.takerFees === undefined;
}
