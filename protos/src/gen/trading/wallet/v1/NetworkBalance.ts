// Original file: trading/wallet/v1/balances.proto


/**
 * USDC held at the wallet's address on a network.
 */
export interface NetworkBalance__Input {
  /**
   * `arbitrum` or `polygon`.
   */
  'network'?: (string);
  /**
   * Checksummed EVM address of the wallet.
   */
  'address'?: (string);
  /**
   * `USDC`.
   */
  'asset'?: (string);
  /**
   * Decimal string of USDC, two to six fractional digits, read from the newest block.
   */
  'balance'?: (string);
  /**
   * The same in USD, one to one.
   */
  'balanceUsd'?: (string);
}

/**
 * USDC held at the wallet's address on a network.
 */
export interface NetworkBalance {
  /**
   * `arbitrum` or `polygon`.
   */
  'network': (string);
  /**
   * Checksummed EVM address of the wallet.
   */
  'address': (string);
  /**
   * `USDC`.
   */
  'asset': (string);
  /**
   * Decimal string of USDC, two to six fractional digits, read from the newest block.
   */
  'balance': (string);
  /**
   * The same in USD, one to one.
   */
  'balanceUsd': (string);
}
