// Original file: trading/execution/v1/execution.proto

import type { Execution__Input as _trading_execution_v1_Execution__Input, Execution as _trading_execution_v1_Execution } from '../../../trading/execution/v1/Execution.js';

export interface SubmitExecutionResponse__Input {
  /**
   * The record in its present state.
   */
  'execution'?: (_trading_execution_v1_Execution__Input | null);
  /**
   * Whether the key had this record before.
   */
  'replayed'?: (boolean);
}

export interface SubmitExecutionResponse {
  /**
   * The record in its present state.
   */
  'execution': (_trading_execution_v1_Execution | null);
  /**
   * Whether the key had this record before.
   */
  'replayed': (boolean);
}
