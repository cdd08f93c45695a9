// Original file: trading/context/v1/context.proto

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
  '_nextCursor'?: "nextCursor";
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
}
