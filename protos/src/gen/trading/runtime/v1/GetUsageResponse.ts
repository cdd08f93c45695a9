// Original file: trading/runtime/v1/runtime.proto

import type { RuntimeUsage__Input as _trading_runtime_v1_RuntimeUsage__Input, RuntimeUsage as _trading_runtime_v1_RuntimeUsage } from '../../../trading/runtime/v1/RuntimeUsage.js';

export interface GetUsageResponse__Input {
  /**
   * The caller's usage.
   */
  'usage'?: (_trading_runtime_v1_RuntimeUsage__Input | null);
}

export interface GetUsageResponse {
  /**
   * The caller's usage.
   */
  'usage': (_trading_runtime_v1_RuntimeUsage | null);
}
