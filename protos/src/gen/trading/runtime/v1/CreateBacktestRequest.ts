// Original file: trading/runtime/v1/runtime.proto


export interface CreateBacktestRequest__Input {
  /**
   * Framework id.
   */
  'framework'?: (string);
  /**
   * Id of the venue, as the context service's ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Framework aliases.
   */
  'symbols'?: (string)[];
  /**
   * One strategy file.
   */
  'code'?: (string);
  /**
   * The framework's own config as JSON text.
   */
  'configJson'?: (string);
  /**
   * A UTC date (YYYY-MM-DD), from its midnight on, or for nautilus a timestamp with a zone (ISO 8601, to the millisecond). The run
   * reads candles from it on.
   */
  'rangeFrom'?: (string);
  /**
   * A UTC date (YYYY-MM-DD), to its midnight, or for nautilus a timestamp; the run stops there as the framework's own time range
   * does.
   */
  'rangeTo'?: (string);
  /**
   * An older listed digest; the current one when absent.
   */
  'imageDigest'?: (string);
  /**
   * The caller's key of 1 to 255 visible ASCII characters; absent where a repetition may queue another run.
   */
  'idempotencyKey'?: (string);
  /**
   * The strategy class to run: a Python identifier of 1 to 100 characters. May be absent when the file holds only one.
   */
  'strategyClass'?: (string);
  /**
   * What the caller calls it: 1 to 100 characters, none of them a control character, invisible or turning the direction of text; absent where it has no name.
   */
  'name'?: (string);
  /**
   * Checks of the strategy to make once it has finished, each at most once: `lookahead`, `recursive`. They change nothing about its
   * result. A framework without such a check refuses it as invalid_request.
   */
  'checks'?: (string)[];
  '_imageDigest'?: "imageDigest";
  '_idempotencyKey'?: "idempotencyKey";
  '_strategyClass'?: "strategyClass";
  '_name'?: "name";
}

export interface CreateBacktestRequest {
  /**
   * Framework id.
   */
  'framework': (string);
  /**
   * Id of the venue, as the context service's ListVenues gives it.
   */
  'venue': (string);
  /**
   * Framework aliases.
   */
  'symbols': (string)[];
  /**
   * One strategy file.
   */
  'code': (string);
  /**
   * The framework's own config as JSON text.
   */
  'configJson': (string);
  /**
   * A UTC date (YYYY-MM-DD), from its midnight on, or for nautilus a timestamp with a zone (ISO 8601, to the millisecond). The run
   * reads candles from it on.
   */
  'rangeFrom': (string);
  /**
   * A UTC date (YYYY-MM-DD), to its midnight, or for nautilus a timestamp; the run stops there as the framework's own time range
   * does.
   */
  'rangeTo': (string);
  /**
   * An older listed digest; the current one when absent.
   */
  'imageDigest'?: (string);
  /**
   * The caller's key of 1 to 255 visible ASCII characters; absent where a repetition may queue another run.
   */
  'idempotencyKey'?: (string);
  /**
   * The strategy class to run: a Python identifier of 1 to 100 characters. May be absent when the file holds only one.
   */
  'strategyClass'?: (string);
  /**
   * What the caller calls it: 1 to 100 characters, none of them a control character, invisible or turning the direction of text; absent where it has no name.
   */
  'name'?: (string);
  /**
   * Checks of the strategy to make once it has finished, each at most once: `lookahead`, `recursive`. They change nothing about its
   * result. A framework without such a check refuses it as invalid_request.
   */
  'checks': (string)[];
}
