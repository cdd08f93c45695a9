// Original file: trading/context/v1/context.proto

import type { Dataset__Input as _trading_context_v1_Dataset__Input, Dataset as _trading_context_v1_Dataset } from '../../../trading/context/v1/Dataset.js';

export interface ListDatasetsResponse__Input {
  /**
   * In the order of venue and symbol.
   */
  'datasets'?: (_trading_context_v1_Dataset__Input)[];
}

export interface ListDatasetsResponse {
  /**
   * In the order of venue and symbol.
   */
  'datasets': (_trading_context_v1_Dataset)[];
}
