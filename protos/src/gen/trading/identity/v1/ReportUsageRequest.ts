// Original file: trading/identity/v1/identity.proto

import type { GrantUsage__Input as _trading_identity_v1_GrantUsage__Input, GrantUsage as _trading_identity_v1_GrantUsage } from '../../../trading/identity/v1/GrantUsage.js';

export interface ReportUsageRequest__Input {
  /**
   * At most 1000.
   */
  'usages'?: (_trading_identity_v1_GrantUsage__Input)[];
}

export interface ReportUsageRequest {
  /**
   * At most 1000.
   */
  'usages': (_trading_identity_v1_GrantUsage)[];
}
