// Original file: trading/wallet/v1/wallet.proto

import type { Wallet__Input as _trading_wallet_v1_Wallet__Input, Wallet as _trading_wallet_v1_Wallet } from '../../../trading/wallet/v1/Wallet.js';

export interface GetWalletResponse__Input {
  /**
   * The caller's primary wallet.
   */
  'wallet'?: (_trading_wallet_v1_Wallet__Input | null);
}

export interface GetWalletResponse {
  /**
   * The caller's primary wallet.
   */
  'wallet': (_trading_wallet_v1_Wallet | null);
}
