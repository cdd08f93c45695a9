// Original file: trading/context/v1/context.proto

import type { BacktestDataset__Input as _trading_context_v1_BacktestDataset__Input, BacktestDataset as _trading_context_v1_BacktestDataset } from '../../../trading/context/v1/BacktestDataset.js';

export interface GetBacktestDatasetResponse__Input {
  /**
   * What was found.
   */
  'dataset'?: (_trading_context_v1_BacktestDataset__Input | null);
}

export interface GetBacktestDatasetResponse {
  /**
   * What was found.
   */
  'dataset': (_trading_context_v1_BacktestDataset | null);
}
