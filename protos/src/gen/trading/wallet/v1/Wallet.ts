// Original file: trading/wallet/v1/wallet.proto

import type { DepositInstructions__Input as _trading_wallet_v1_DepositInstructions__Input, DepositInstructions as _trading_wallet_v1_DepositInstructions } from '../../../trading/wallet/v1/DepositInstructions.js';
import type { WalletBalance__Input as _trading_wallet_v1_WalletBalance__Input, WalletBalance as _trading_wallet_v1_WalletBalance } from '../../../trading/wallet/v1/WalletBalance.js';
import type { VenueSummaries__Input as _trading_wallet_v1_VenueSummaries__Input, VenueSummaries as _trading_wallet_v1_VenueSummaries } from '../../../trading/wallet/v1/VenueSummaries.js';

/**
 * A managed wallet. It has the same address on every network.
 */
export interface Wallet__Input {
  /**
   * Account that owns it.
   */
  'accountId'?: (string);
  /**
   * Checksummed EVM address.
   */
  'address'?: (string);
  /**
   * How to put money into it.
   */
  'deposit'?: (_trading_wallet_v1_DepositInstructions__Input | null);
  /**
   * What lies in it, read from the chains at the time of the call.
   */
  'balance'?: (_trading_wallet_v1_WalletBalance__Input | null);
  /**
   * How each venue stands for this wallet.
   */
  'venues'?: (_trading_wallet_v1_VenueSummaries__Input | null);
}

/**
 * A managed wallet. It has the same address on every network.
 */
export interface Wallet {
  /**
   * Account that owns it.
   */
  'accountId': (string);
  /**
   * Checksummed EVM address.
   */
  'address': (string);
  /**
   * How to put money into it.
   */
  'deposit': (_trading_wallet_v1_DepositInstructions | null);
  /**
   * What lies in it, read from the chains at the time of the call.
   */
  'balance': (_trading_wallet_v1_WalletBalance | null);
  /**
   * How each venue stands for this wallet.
   */
  'venues': (_trading_wallet_v1_VenueSummaries | null);
}
