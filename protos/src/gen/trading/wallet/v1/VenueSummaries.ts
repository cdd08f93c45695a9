// Original file: trading/wallet/v1/wallet.proto

import type { VenueSummary__Input as _trading_wallet_v1_VenueSummary__Input, VenueSummary as _trading_wallet_v1_VenueSummary } from '../../../trading/wallet/v1/VenueSummary.js';

/**
 * A summary of each venue.
 */
export interface VenueSummaries__Input {
  /**
   * Hyperliquid.
   */
  'hyperliquid'?: (_trading_wallet_v1_VenueSummary__Input | null);
  /**
   * Polymarket.
   */
  'polymarket'?: (_trading_wallet_v1_VenueSummary__Input | null);
  /**
   * Lighter.
   */
  'lighter'?: (_trading_wallet_v1_VenueSummary__Input | null);
}

/**
 * A summary of each venue.
 */
export interface VenueSummaries {
  /**
   * Hyperliquid.
   */
  'hyperliquid': (_trading_wallet_v1_VenueSummary | null);
  /**
   * Polymarket.
   */
  'polymarket': (_trading_wallet_v1_VenueSummary | null);
  /**
   * Lighter.
   */
  'lighter': (_trading_wallet_v1_VenueSummary | null);
}
