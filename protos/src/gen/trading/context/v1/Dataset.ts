// Original file: trading/context/v1/context.proto

import type { DatasetTable__Input as _trading_context_v1_DatasetTable__Input, DatasetTable as _trading_context_v1_DatasetTable } from '../../../trading/context/v1/DatasetTable.js';
import type { DatasetGap__Input as _trading_context_v1_DatasetGap__Input, DatasetGap as _trading_context_v1_DatasetGap } from '../../../trading/context/v1/DatasetGap.js';

/**
 * The stored history of a market.
 */
export interface Dataset__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * Tables that hold rows.
   */
  'tables'?: (_trading_context_v1_DatasetTable__Input)[];
  /**
   * Release id; absent for a mutable backfill store.
   */
  'release'?: (string);
  /**
   * Whether gaps were looked for. If not, an empty list of gaps means nothing.
   */
  'audited'?: (boolean);
  /**
   * Where rows are missing; meaningless unless audited.
   */
  'gaps'?: (_trading_context_v1_DatasetGap__Input)[];
  '_release'?: "release";
}

/**
 * The stored history of a market.
 */
export interface Dataset {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * Tables that hold rows.
   */
  'tables': (_trading_context_v1_DatasetTable)[];
  /**
   * Release id; absent for a mutable backfill store.
   */
  'release'?: (string);
  /**
   * Whether gaps were looked for. If not, an empty list of gaps means nothing.
   */
  'audited': (boolean);
  /**
   * Where rows are missing; meaningless unless audited.
   */
  'gaps': (_trading_context_v1_DatasetGap)[];
}
