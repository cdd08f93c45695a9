// Original file: trading/wallet/v1/balances.proto

import type { NetworkBalance__Input as _trading_wallet_v1_NetworkBalance__Input, NetworkBalance as _trading_wallet_v1_NetworkBalance } from '../../../trading/wallet/v1/NetworkBalance.js';
import type { AllocatedBalance__Input as _trading_wallet_v1_AllocatedBalance__Input, AllocatedBalance as _trading_wallet_v1_AllocatedBalance } from '../../../trading/wallet/v1/AllocatedBalance.js';

/**
 * What lies in a wallet.
 */
export interface WalletBalance__Input {
  /**
   * Sum of the networks: decimal string of USD.
   */
  'heldUsd'?: (string);
  /**
   * One row a network, Arbitrum and Polygon always, also at zero.
   */
  'networks'?: (_trading_wallet_v1_NetworkBalance__Input)[];
  /**
   * One entry per onboarded venue, even at zero.
   */
  'allocated'?: (_trading_wallet_v1_AllocatedBalance__Input)[];
  /**
   * Held and allocated together, each location counted once: decimal string of USD.
   */
  'totalUsd'?: (string);
}

/**
 * What lies in a wallet.
 */
export interface WalletBalance {
  /**
   * Sum of the networks: decimal string of USD.
   */
  'heldUsd': (string);
  /**
   * One row a network, Arbitrum and Polygon always, also at zero.
   */
  'networks': (_trading_wallet_v1_NetworkBalance)[];
  /**
   * One entry per onboarded venue, even at zero.
   */
  'allocated': (_trading_wallet_v1_AllocatedBalance)[];
  /**
   * Held and allocated together, each location counted once: decimal string of USD.
   */
  'totalUsd': (string);
}
