// Original file: trading/context/v1/context.proto

import type { RowsFrom__Input as _trading_context_v1_RowsFrom__Input, RowsFrom as _trading_context_v1_RowsFrom } from '../../../trading/context/v1/RowsFrom.js';
import type { Long } from '@grpc/proto-loader';

/**
 * Candles as columns of equal length.
 */
export interface ListCandlesResponse__Input {
  /**
   * Open times in milliseconds since the epoch.
   */
  'tMs'?: (number | string | Long)[];
  /**
   * Opening prices, in the quote asset.
   */
  'open'?: (number | string)[];
  /**
   * Highest prices.
   */
  'high'?: (number | string)[];
  /**
   * Lowest prices.
   */
  'low'?: (number | string)[];
  /**
   * Closing prices.
   */
  'close'?: (number | string)[];
  /**
   * In the base asset; empty where the venue's candles have no volume.
   */
  'volume'?: (number | string)[];
  /**
   * Cursor of the next page; absent on the last one. A page may hold fewer candles than asked for and still have one.
   */
  'nextCursor'?: (string);
  /**
   * Where the candles come from, in ascending order of time, also where the newest come first.
   */
  'rowsFrom'?: (_trading_context_v1_RowsFrom__Input)[];
  /**
   * Since when candles are stored, in milliseconds since the epoch: there are none before. Absent while none are stored.
   */
  'availableFromMs'?: (number | string | Long);
  '_nextCursor'?: "nextCursor";
  '_availableFromMs'?: "availableFromMs";
}

/**
 * Candles as columns of equal length.
 */
export interface ListCandlesResponse {
  /**
   * Open times in milliseconds since the epoch.
   */
  'tMs': (number)[];
  /**
   * Opening prices, in the quote asset.
   */
  'open': (number)[];
  /**
   * Highest prices.
   */
  'high': (number)[];
  /**
   * Lowest prices.
   */
  'low': (number)[];
  /**
   * Closing prices.
   */
  'close': (number)[];
  /**
   * In the base asset; empty where the venue's candles have no volume.
   */
  'volume': (number)[];
  /**
   * Cursor of the next page; absent on the last one. A page may hold fewer candles than asked for and still have one.
   */
  'nextCursor'?: (string);
  /**
   * Where the candles come from, in ascending order of time, also where the newest come first.
   */
  'rowsFrom': (_trading_context_v1_RowsFrom)[];
  /**
   * Since when candles are stored, in milliseconds since the epoch: there are none before. Absent while none are stored.
   */
  'availableFromMs'?: (number);
}
