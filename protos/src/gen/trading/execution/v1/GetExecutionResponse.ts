// Original file: trading/execution/v1/execution.proto

import type { Execution__Input as _trading_execution_v1_Execution__Input, Execution as _trading_execution_v1_Execution } from '../../../trading/execution/v1/Execution.js';

export interface GetExecutionResponse__Input {
  /**
   * The record.
   */
  'execution'?: (_trading_execution_v1_Execution__Input | null);
}

export interface GetExecutionResponse {
  /**
   * The record.
   */
  'execution': (_trading_execution_v1_Execution | null);
}
