// Original file: trading/runtime/v1/result_tables.proto

import type { FedTable__Input as _trading_runtime_v1_FedTable__Input, FedTable as _trading_runtime_v1_FedTable } from '../../../trading/runtime/v1/FedTable.js';
import type { FedFunding__Input as _trading_runtime_v1_FedFunding__Input, FedFunding as _trading_runtime_v1_FedFunding } from '../../../trading/runtime/v1/FedFunding.js';
import type { Long } from '@grpc/proto-loader';

/**
 * The data that a run read, and the range that it covered.
 */
export interface BacktestData__Input {
  /**
   * Open time of the run's first candle, in milliseconds since the epoch: later than the window's start where candles for the
   * start-up were missing.
   */
  'fromMs'?: (number | string | Long);
  /**
   * Open time of the run's last candle, in milliseconds since the epoch.
   */
  'toMs'?: (number | string | Long);
  /**
   * How many candles before the window the indicators had to start up with.
   */
  'startupCandles'?: (number);
  /**
   * The tables of candles that it read.
   */
  'tables'?: (_trading_runtime_v1_FedTable__Input)[];
  /**
   * The funding that it read; empty where the run has no funding.
   */
  'funding'?: (_trading_runtime_v1_FedFunding__Input)[];
}

/**
 * The data that a run read, and the range that it covered.
 */
export interface BacktestData {
  /**
   * Open time of the run's first candle, in milliseconds since the epoch: later than the window's start where candles for the
   * start-up were missing.
   */
  'fromMs': (number);
  /**
   * Open time of the run's last candle, in milliseconds since the epoch.
   */
  'toMs': (number);
  /**
   * How many candles before the window the indicators had to start up with.
   */
  'startupCandles': (number);
  /**
   * The tables of candles that it read.
   */
  'tables': (_trading_runtime_v1_FedTable)[];
  /**
   * The funding that it read; empty where the run has no funding.
   */
  'funding': (_trading_runtime_v1_FedFunding)[];
}
