// Original file: trading/runtime/v1/runtime.proto

import type { PairResult__Input as _trading_runtime_v1_PairResult__Input, PairResult as _trading_runtime_v1_PairResult } from '../../../trading/runtime/v1/PairResult.js';
import type { EquityCurve__Input as _trading_runtime_v1_EquityCurve__Input, EquityCurve as _trading_runtime_v1_EquityCurve } from '../../../trading/runtime/v1/EquityCurve.js';
import type { ExitReasonResult__Input as _trading_runtime_v1_ExitReasonResult__Input, ExitReasonResult as _trading_runtime_v1_ExitReasonResult } from '../../../trading/runtime/v1/ExitReasonResult.js';
import type { BacktestData__Input as _trading_runtime_v1_BacktestData__Input, BacktestData as _trading_runtime_v1_BacktestData } from '../../../trading/runtime/v1/BacktestData.js';
import type { BacktestWarning__Input as _trading_runtime_v1_BacktestWarning__Input, BacktestWarning as _trading_runtime_v1_BacktestWarning } from '../../../trading/runtime/v1/BacktestWarning.js';
import type { BacktestBreakdown__Input as _trading_runtime_v1_BacktestBreakdown__Input, BacktestBreakdown as _trading_runtime_v1_BacktestBreakdown } from '../../../trading/runtime/v1/BacktestBreakdown.js';
import type { Long } from '@grpc/proto-loader';

/**
 * The figures of a finished run; percentages are percent.
 */
export interface BacktestResult__Input {
  /**
   * What all trades and the funding came to, in percent of the starting balance.
   */
  'profitTotalPct'?: (number | string);
  /**
   * Buy-and-hold over the window.
   */
  'marketChangePct'?: (number | string);
  /**
   * Deepest fall of the balance from its highest point.
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
   * Gross profit divided by gross loss, as the framework states it.
   */
  'profitFactor'?: (number | string);
  /**
   * Sharpe ratio of the closed trades, as the framework states it.
   */
  'sharpe'?: (number | string);
  /**
   * One row a symbol.
   */
  'perPair'?: (_trading_runtime_v1_PairResult__Input)[];
  /**
   * Equity over the window.
   */
  'equityCurve'?: (_trading_runtime_v1_EquityCurve__Input | null);
  /**
   * One row per exit reason, most profitable first; empty for a run from before this was recorded.
   */
  'perExitReason'?: (_trading_runtime_v1_ExitReasonResult__Input)[];
  /**
   * The data that the run read; absent for a run from before this was recorded.
   */
  'data'?: (_trading_runtime_v1_BacktestData__Input | null);
  /**
   * Warnings of the framework and its libraries, each listed once.
   */
  'warnings'?: (_trading_runtime_v1_BacktestWarning__Input)[];
  /**
   * Figures that the platform recomputed from the trades because the run reported different ones: any of
   * `profitTotalPct`, `trades`, `winRate`, `profitFactor`, `perPair`, `perExitReason`. Empty for an honest run.
   */
  'recomputed'?: (string)[];
  /**
   * What all trades and the funding came to, in the stake currency; absent for a run from before this was recorded.
   */
  'totalPnl'?: (number | string);
  /**
   * What the run began with, in the stake currency; absent for a run from before this was recorded.
   */
  'startingBalance'?: (number | string);
  /**
   * What the run ended with, in the stake currency; absent for a run from before this was recorded.
   */
  'endingBalance'?: (number | string);
  /**
   * Funding received less funding paid, in the stake currency; absent where the run has no funding.
   */
  'fundingPnl'?: (number | string);
  /**
   * What the profit of a trade holds, `price_and_fees`; present with `funding_pnl`.
   */
  'tradePnlModel'?: (string);
  /**
   * What the trades came to by period; absent for a run from before this was recorded.
   */
  'breakdown'?: (_trading_runtime_v1_BacktestBreakdown__Input | null);
  '_totalPnl'?: "totalPnl";
  '_startingBalance'?: "startingBalance";
  '_endingBalance'?: "endingBalance";
  '_fundingPnl'?: "fundingPnl";
  '_tradePnlModel'?: "tradePnlModel";
}

/**
 * The figures of a finished run; percentages are percent.
 */
export interface BacktestResult {
  /**
   * What all trades and the funding came to, in percent of the starting balance.
   */
  'profitTotalPct': (number);
  /**
   * Buy-and-hold over the window.
   */
  'marketChangePct': (number);
  /**
   * Deepest fall of the balance from its highest point.
   */
  'maxDrawdownPct': (number);
  /**
   * Number of closed trades.
   */
  'trades': (number);
  /**
   * Fraction of trades that won.
   */
  'winRate': (number);
  /**
   * Gross profit divided by gross loss, as the framework states it.
   */
  'profitFactor': (number);
  /**
   * Sharpe ratio of the closed trades, as the framework states it.
   */
  'sharpe': (number);
  /**
   * One row a symbol.
   */
  'perPair': (_trading_runtime_v1_PairResult)[];
  /**
   * Equity over the window.
   */
  'equityCurve': (_trading_runtime_v1_EquityCurve | null);
  /**
   * One row per exit reason, most profitable first; empty for a run from before this was recorded.
   */
  'perExitReason': (_trading_runtime_v1_ExitReasonResult)[];
  /**
   * The data that the run read; absent for a run from before this was recorded.
   */
  'data': (_trading_runtime_v1_BacktestData | null);
  /**
   * Warnings of the framework and its libraries, each listed once.
   */
  'warnings': (_trading_runtime_v1_BacktestWarning)[];
  /**
   * Figures that the platform recomputed from the trades because the run reported different ones: any of
   * `profitTotalPct`, `trades`, `winRate`, `profitFactor`, `perPair`, `perExitReason`. Empty for an honest run.
   */
  'recomputed': (string)[];
  /**
   * What all trades and the funding came to, in the stake currency; absent for a run from before this was recorded.
   */
  'totalPnl'?: (number);
  /**
   * What the run began with, in the stake currency; absent for a run from before this was recorded.
   */
  'startingBalance'?: (number);
  /**
   * What the run ended with, in the stake currency; absent for a run from before this was recorded.
   */
  'endingBalance'?: (number);
  /**
   * Funding received less funding paid, in the stake currency; absent where the run has no funding.
   */
  'fundingPnl'?: (number);
  /**
   * What the profit of a trade holds, `price_and_fees`; present with `funding_pnl`.
   */
  'tradePnlModel'?: (string);
  /**
   * What the trades came to by period; absent for a run from before this was recorded.
   */
  'breakdown': (_trading_runtime_v1_BacktestBreakdown | null);
}
