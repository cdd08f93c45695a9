// Original file: trading/context/v1/snapshots.proto


export interface GetSetupRequest__Input {
  /**
   * Canonical symbol, for example `BTC/USDC:USDC`.
   */
  'symbol'?: (string);
}

export interface GetSetupRequest {
  /**
   * Canonical symbol, for example `BTC/USDC:USDC`.
   */
  'symbol': (string);
}
