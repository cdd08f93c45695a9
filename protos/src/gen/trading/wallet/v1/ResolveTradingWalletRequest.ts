// Original file: trading/wallet/v1/signing.proto


export interface ResolveTradingWalletRequest__Input {
  /**
   * Account that must own the wallet: that of the caller's token.
   */
  'accountId'?: (string);
  /**
   * Id of the venue.
   */
  'venue'?: (string);
  /**
   * EVM address in any case; absent for the account's default wallet.
   */
  'address'?: (string);
  '_address'?: "address";
}

export interface ResolveTradingWalletRequest {
  /**
   * Account that must own the wallet: that of the caller's token.
   */
  'accountId': (string);
  /**
   * Id of the venue.
   */
  'venue': (string);
  /**
   * EVM address in any case; absent for the account's default wallet.
   */
  'address'?: (string);
}
