// Original file: trading/runtime/v1/frameworks.proto

import type { Framework__Input as _trading_runtime_v1_Framework__Input, Framework as _trading_runtime_v1_Framework } from '../../../trading/runtime/v1/Framework.js';

export interface ListFrameworksResponse__Input {
  /**
   * Every listed version of every framework, also those that are not provisioned yet; the default one of each first.
   */
  'frameworks'?: (_trading_runtime_v1_Framework__Input)[];
}

export interface ListFrameworksResponse {
  /**
   * Every listed version of every framework, also those that are not provisioned yet; the default one of each first.
   */
  'frameworks': (_trading_runtime_v1_Framework)[];
}
