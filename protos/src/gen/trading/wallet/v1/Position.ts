// Original file: trading/wallet/v1/holdings.proto


/**
 * A position that a wallet holds at a venue, as the venue shows it.
 */
export interface Position__Input {
  /**
   * Canonical symbol of the market.
   */
  'symbol'?: (string);
  /**
   * `long` or `short`.
   */
  'side'?: (string);
  /**
   * Units of the base asset, without a sign: a decimal string, as the venue writes it.
   */
  'size'?: (string);
  /**
   * What it is worth at the mark price: decimal string of USD, cut off at six decimals.
   */
  'sizeUsd'?: (string);
  /**
   * The average price that it was opened at: a decimal string; absent where the venue shows none.
   */
  'entryPrice'?: (string);
  /**
   * What it would win at the mark price, negative for a loss: decimal string of USD, cut off at six decimals.
   */
  'unrealizedPnlUsd'?: (string);
  /**
   * What the venue holds for it of the account's money: decimal string of USD, cut off at six decimals.
   */
  'marginUsedUsd'?: (string);
  /**
   * The mark price at which the venue closes it: a decimal string; absent where there is none.
   */
  'liquidationPrice'?: (string);
  /**
   * `cross` or `isolated`.
   */
  'marginMode'?: (string);
  /**
   * How many times its margin it may be worth, as the account has set it.
   */
  'leverage'?: (number | string);
  '_entryPrice'?: "entryPrice";
  '_liquidationPrice'?: "liquidationPrice";
}

/**
 * A position that a wallet holds at a venue, as the venue shows it.
 */
export interface Position {
  /**
   * Canonical symbol of the market.
   */
  'symbol': (string);
  /**
   * `long` or `short`.
   */
  'side': (string);
  /**
   * Units of the base asset, without a sign: a decimal string, as the venue writes it.
   */
  'size': (string);
  /**
   * What it is worth at the mark price: decimal string of USD, cut off at six decimals.
   */
  'sizeUsd': (string);
  /**
   * The average price that it was opened at: a decimal string; absent where the venue shows none.
   */
  'entryPrice'?: (string);
  /**
   * What it would win at the mark price, negative for a loss: decimal string of USD, cut off at six decimals.
   */
  'unrealizedPnlUsd': (string);
  /**
   * What the venue holds for it of the account's money: decimal string of USD, cut off at six decimals.
   */
  'marginUsedUsd': (string);
  /**
   * The mark price at which the venue closes it: a decimal string; absent where there is none.
   */
  'liquidationPrice'?: (string);
  /**
   * `cross` or `isolated`.
   */
  'marginMode': (string);
  /**
   * How many times its margin it may be worth, as the account has set it.
   */
  'leverage': (number);
}
