// Original file: trading/wallet/v1/wallet.proto


/**
 * Where to send a deposit, and the smallest amount to send.
 */
export interface DepositInstructions__Input {
  /**
   * `arbitrum`.
   */
  'chain'?: (string);
  /**
   * `USDC`.
   */
  'asset'?: (string);
  /**
   * Checksummed EVM address of the wallet.
   */
  'address'?: (string);
  /**
   * Smallest deposit asked of customers: decimal string of USD.
   */
  'minUsd'?: (string);
  /**
   * Safety floor of the venues' bridges, not the recommended amount: decimal string of USD.
   */
  'protocolMinUsd'?: (string);
}

/**
 * Where to send a deposit, and the smallest amount to send.
 */
export interface DepositInstructions {
  /**
   * `arbitrum`.
   */
  'chain': (string);
  /**
   * `USDC`.
   */
  'asset': (string);
  /**
   * Checksummed EVM address of the wallet.
   */
  'address': (string);
  /**
   * Smallest deposit asked of customers: decimal string of USD.
   */
  'minUsd': (string);
  /**
   * Safety floor of the venues' bridges, not the recommended amount: decimal string of USD.
   */
  'protocolMinUsd': (string);
}
