// Original file: trading/context/v1/snapshots.proto


export interface GetScanRequest__Input {
  /**
   * `alts`, a venue's own markets, or `hip3`, those of builder-deployed exchanges; absent for both. BTC, ETH and SOL are in neither.
   */
  'bucket'?: (string);
  /**
   * `momentum`, `mean_reversion`, `breakout`, `volume`; absent for all.
   */
  'category'?: (string);
  /**
   * How many results, 1 to 50.
   */
  'topN'?: (number);
  '_bucket'?: "bucket";
  '_category'?: "category";
}

export interface GetScanRequest {
  /**
   * `alts`, a venue's own markets, or `hip3`, those of builder-deployed exchanges; absent for both. BTC, ETH and SOL are in neither.
   */
  'bucket'?: (string);
  /**
   * `momentum`, `mean_reversion`, `breakout`, `volume`; absent for all.
   */
  'category'?: (string);
  /**
   * How many results, 1 to 50.
   */
  'topN': (number);
}
