// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One stored table.
 */
export interface DatasetTable__Input {
  /**
   * For example `candles_1h` or `funding_1h`.
   */
  'name'?: (string);
  /**
   * First row's time, in milliseconds since the epoch.
   */
  'fromMs'?: (number | string | Long);
  /**
   * Last row's time, in milliseconds since the epoch.
   */
  'toMs'?: (number | string | Long);
  /**
   * Number of rows.
   */
  'rows'?: (number | string | Long);
  /**
   * Where its rows come from, each once: `venue`; `recorded` or `simulated`, replayed or made up by a sandbox venue; `imported`;
   * `unknown`, stored before sources were kept. More than one: the table mixes them.
   */
  'source'?: (string)[];
}

/**
 * One stored table.
 */
export interface DatasetTable {
  /**
   * For example `candles_1h` or `funding_1h`.
   */
  'name': (string);
  /**
   * First row's time, in milliseconds since the epoch.
   */
  'fromMs': (number);
  /**
   * Last row's time, in milliseconds since the epoch.
   */
  'toMs': (number);
  /**
   * Number of rows.
   */
  'rows': (number);
  /**
   * Where its rows come from, each once: `venue`; `recorded` or `simulated`, replayed or made up by a sandbox venue; `imported`;
   * `unknown`, stored before sources were kept. More than one: the table mixes them.
   */
  'source': (string)[];
}
