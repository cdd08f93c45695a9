// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Rows of a page that follow one another in time and come from one source.
 */
export interface RowsFrom__Input {
  /**
   * `venue`; `recorded` or `simulated`, replayed or made up by a sandbox venue; `imported`; `unknown`, stored before sources were
   * kept. A candle that is made of finer ones of several sources has the one that is farthest from the venue, in the order
   * `simulated`, `unknown`, `imported`, `recorded`, `venue`.
   */
  'source'?: (string);
  /**
   * First row's time, inclusive, in milliseconds since the epoch.
   */
  'fromMs'?: (number | string | Long);
  /**
   * End of the last row, exclusive.
   */
  'toMs'?: (number | string | Long);
}

/**
 * Rows of a page that follow one another in time and come from one source.
 */
export interface RowsFrom {
  /**
   * `venue`; `recorded` or `simulated`, replayed or made up by a sandbox venue; `imported`; `unknown`, stored before sources were
   * kept. A candle that is made of finer ones of several sources has the one that is farthest from the venue, in the order
   * `simulated`, `unknown`, `imported`, `recorded`, `venue`.
   */
  'source': (string);
  /**
   * First row's time, inclusive, in milliseconds since the epoch.
   */
  'fromMs': (number);
  /**
   * End of the last row, exclusive.
   */
  'toMs': (number);
}
