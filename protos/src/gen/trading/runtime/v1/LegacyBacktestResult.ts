// Original file: trading/runtime/v1/runs.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The figures that a record of the older platform kept, each absent where it was not kept.
 */
export interface LegacyBacktestResult__Input {
  /**
   * Profit of all trades, in percent of the starting balance.
   */
  'profitTotalPct'?: (number | string);
  /**
   * Buy-and-hold over the window, in percent.
   */
  'marketChangePct'?: (number | string);
  /**
   * Deepest fall of the balance from its highest point, in percent.
   */
  'maxDrawdownPct'?: (number | string);
  /**
   * Number of closed trades.
   */
  'trades'?: (number | string | Long);
  /**
   * Fraction of trades that won.
   */
  'winRate'?: (number | string);
  /**
   * Gross profit divided by gross loss.
   */
  'profitFactor'?: (number | string);
  /**
   * Sharpe ratio.
   */
  'sharpe'?: (number | string);
  '_profitTotalPct'?: "profitTotalPct";
  '_marketChangePct'?: "marketChangePct";
  '_maxDrawdownPct'?: "maxDrawdownPct";
  '_trades'?: "trades";
  '_winRate'?: "winRate";
  '_profitFactor'?: "profitFactor";
  '_sharpe'?: "sharpe";
}

/**
 * The figures that a record of the older platform kept, each absent where it was not kept.
 */
export interface LegacyBacktestResult {
  /**
   * Profit of all trades, in percent of the starting balance.
   */
  'profitTotalPct'?: (number);
  /**
   * Buy-and-hold over the window, in percent.
   */
  'marketChangePct'?: (number);
  /**
   * Deepest fall of the balance from its highest point, in percent.
   */
  'maxDrawdownPct'?: (number);
  /**
   * Number of closed trades.
   */
  'trades'?: (number);
  /**
   * Fraction of trades that won.
   */
  'winRate'?: (number);
  /**
   * Gross profit divided by gross loss.
   */
  'profitFactor'?: (number);
  /**
   * Sharpe ratio.
   */
  'sharpe'?: (number);
}
