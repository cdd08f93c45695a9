// Original file: trading/execution/v1/execution.proto

import type { Execution__Input as _trading_execution_v1_Execution__Input, Execution as _trading_execution_v1_Execution } from '../../../trading/execution/v1/Execution.js';

export interface BatchGetExecutionsResponse__Input {
  /**
   * Those that exist and belong to the caller.
   */
  'executions'?: (_trading_execution_v1_Execution__Input)[];
}

export interface BatchGetExecutionsResponse {
  /**
   * Those that exist and belong to the caller.
   */
  'executions': (_trading_execution_v1_Execution)[];
}
