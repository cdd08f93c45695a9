// Original file: trading/context/v1/context.proto

import type { RowsFrom__Input as _trading_context_v1_RowsFrom__Input, RowsFrom as _trading_context_v1_RowsFrom } from '../../../trading/context/v1/RowsFrom.js';
import type { Long } from '@grpc/proto-loader';

/**
 * Hourly funding as columns of equal length.
 */
export interface ListFundingResponse__Input {
  /**
   * Hours of payment in milliseconds since the epoch.
   */
  'tMs'?: (number | string | Long)[];
  /**
   * The share of the position's value that longs pay to shorts for the hour; negative when shorts pay.
   */
  'rate'?: (number | string)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
  /**
   * The yearly rates: each hourly rate times 8760.
   */
  'annualized'?: (number | string)[];
  /**
   * Where the rates come from, in ascending order of time, also where the newest come first.
   */
  'rowsFrom'?: (_trading_context_v1_RowsFrom__Input)[];
  /**
   * Since when rates are stored, in milliseconds since the epoch: there are none before. Absent while none are stored.
   */
  'availableFromMs'?: (number | string | Long);
  '_nextCursor'?: "nextCursor";
  '_availableFromMs'?: "availableFromMs";
}

/**
 * Hourly funding as columns of equal length.
 */
export interface ListFundingResponse {
  /**
   * Hours of payment in milliseconds since the epoch.
   */
  'tMs': (number)[];
  /**
   * The share of the position's value that longs pay to shorts for the hour; negative when shorts pay.
   */
  'rate': (number)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
  /**
   * The yearly rates: each hourly rate times 8760.
   */
  'annualized': (number)[];
  /**
   * Where the rates come from, in ascending order of time, also where the newest come first.
   */
  'rowsFrom': (_trading_context_v1_RowsFrom)[];
  /**
   * Since when rates are stored, in milliseconds since the epoch: there are none before. Absent while none are stored.
   */
  'availableFromMs'?: (number);
}
