// Original file: trading/runtime/v1/runtime.proto


/**
 * A place in a strategy file.
 */
export interface StrategyFinding__Input {
  /**
   * Counts from 1; absent where there is none.
   */
  'line'?: (number);
  /**
   * What is wrong there.
   */
  'text'?: (string);
  '_line'?: "line";
}

/**
 * A place in a strategy file.
 */
export interface StrategyFinding {
  /**
   * Counts from 1; absent where there is none.
   */
  'line'?: (number);
  /**
   * What is wrong there.
   */
  'text': (string);
}
