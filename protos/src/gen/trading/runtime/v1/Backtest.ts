// Original file: trading/runtime/v1/runtime.proto

import type { BacktestFramework__Input as _trading_runtime_v1_BacktestFramework__Input, BacktestFramework as _trading_runtime_v1_BacktestFramework } from '../../../trading/runtime/v1/BacktestFramework.js';
import type { BacktestRange__Input as _trading_runtime_v1_BacktestRange__Input, BacktestRange as _trading_runtime_v1_BacktestRange } from '../../../trading/runtime/v1/BacktestRange.js';
import type { BacktestResult__Input as _trading_runtime_v1_BacktestResult__Input, BacktestResult as _trading_runtime_v1_BacktestResult } from '../../../trading/runtime/v1/BacktestResult.js';
import type { BacktestError__Input as _trading_runtime_v1_BacktestError__Input, BacktestError as _trading_runtime_v1_BacktestError } from '../../../trading/runtime/v1/BacktestError.js';
import type { BacktestProgress__Input as _trading_runtime_v1_BacktestProgress__Input, BacktestProgress as _trading_runtime_v1_BacktestProgress } from '../../../trading/runtime/v1/BacktestProgress.js';
import type { LegacyBacktestResult__Input as _trading_runtime_v1_LegacyBacktestResult__Input, LegacyBacktestResult as _trading_runtime_v1_LegacyBacktestResult } from '../../../trading/runtime/v1/LegacyBacktestResult.js';
import type { BacktestChecks__Input as _trading_runtime_v1_BacktestChecks__Input, BacktestChecks as _trading_runtime_v1_BacktestChecks } from '../../../trading/runtime/v1/BacktestChecks.js';
import type { Long } from '@grpc/proto-loader';

/**
 * A backtest and, once finished, its result.
 */
export interface Backtest__Input {
  /**
   * Identifier of the backtest.
   */
  'id'?: (string);
  /**
   * `queued`, `running`, `finished`, `error`.
   */
  'status'?: (string);
  /**
   * The framework that it runs on.
   */
  'framework'?: (_trading_runtime_v1_BacktestFramework__Input | null);
  /**
   * Id of the venue, as the context service's ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Framework aliases.
   */
  'symbols'?: (string)[];
  /**
   * Canonical symbols of the same markets, in the same order.
   */
  'canonicalSymbols'?: (string)[];
  /**
   * Dataset release: one id for each market, in the order of the symbols, with commas between; outcomes of one prediction market
   * share theirs. Absent where the venue has no release pipeline, and until it is known where the framework had to be installed first.
   */
  'release'?: (string);
  /**
   * The days that it covers.
   */
  'range'?: (_trading_runtime_v1_BacktestRange__Input | null);
  /**
   * When it was queued, in milliseconds since the epoch; absent for a record of the older platform that does not say it.
   */
  'createdAtMs'?: (number | string | Long);
  /**
   * When its run started, in milliseconds since the epoch; absent while it waits, and for a record of the older platform that does
   * not say it.
   */
  'startedAtMs'?: (number | string | Long);
  /**
   * When it ended, in milliseconds since the epoch; absent until then, and for a record of the older platform that does not say it.
   */
  'finishedAtMs'?: (number | string | Long);
  /**
   * When it was deleted; absent unless it was.
   */
  'deletedAtMs'?: (number | string | Long);
  /**
   * Present once `finished`, except for a record of the older platform.
   */
  'result'?: (_trading_runtime_v1_BacktestResult__Input | null);
  /**
   * Present when the status is `error`.
   */
  'error'?: (_trading_runtime_v1_BacktestError__Input | null);
  /**
   * What its caller calls it; absent where it has no name.
   */
  'name'?: (string);
  /**
   * How far its run has come; absent unless it runs, and before it has begun to simulate.
   */
  'progress'?: (_trading_runtime_v1_BacktestProgress__Input | null);
  /**
   * What a record of the older platform kept of its result; absent for any other, and where it kept nothing.
   */
  'legacyResult'?: (_trading_runtime_v1_LegacyBacktestResult__Input | null);
  /**
   * SHA-256 of the strategy file, in lower-case hex; absent for a run from before this was recorded.
   */
  'codeSha256'?: (string);
  /**
   * SHA-256 of the config as JSON text, in lower-case hex; absent for a run from before this was recorded.
   */
  'configSha256'?: (string);
  /**
   * What seeds the random numbers of the run, from 0 to 2^31 - 1; absent for a run from before this was recorded.
   */
  'seed'?: (number);
  /**
   * The checks that it was asked for; absent where it was asked for none.
   */
  'checks'?: (_trading_runtime_v1_BacktestChecks__Input | null);
  '_release'?: "release";
  '_createdAtMs'?: "createdAtMs";
  '_startedAtMs'?: "startedAtMs";
  '_finishedAtMs'?: "finishedAtMs";
  '_deletedAtMs'?: "deletedAtMs";
  '_name'?: "name";
  '_codeSha256'?: "codeSha256";
  '_configSha256'?: "configSha256";
  '_seed'?: "seed";
}

/**
 * A backtest and, once finished, its result.
 */
export interface Backtest {
  /**
   * Identifier of the backtest.
   */
  'id': (string);
  /**
   * `queued`, `running`, `finished`, `error`.
   */
  'status': (string);
  /**
   * The framework that it runs on.
   */
  'framework': (_trading_runtime_v1_BacktestFramework | null);
  /**
   * Id of the venue, as the context service's ListVenues gives it.
   */
  'venue': (string);
  /**
   * Framework aliases.
   */
  'symbols': (string)[];
  /**
   * Canonical symbols of the same markets, in the same order.
   */
  'canonicalSymbols': (string)[];
  /**
   * Dataset release: one id for each market, in the order of the symbols, with commas between; outcomes of one prediction market
   * share theirs. Absent where the venue has no release pipeline, and until it is known where the framework had to be installed first.
   */
  'release'?: (string);
  /**
   * The days that it covers.
   */
  'range': (_trading_runtime_v1_BacktestRange | null);
  /**
   * When it was queued, in milliseconds since the epoch; absent for a record of the older platform that does not say it.
   */
  'createdAtMs'?: (number);
  /**
   * When its run started, in milliseconds since the epoch; absent while it waits, and for a record of the older platform that does
   * not say it.
   */
  'startedAtMs'?: (number);
  /**
   * When it ended, in milliseconds since the epoch; absent until then, and for a record of the older platform that does not say it.
   */
  'finishedAtMs'?: (number);
  /**
   * When it was deleted; absent unless it was.
   */
  'deletedAtMs'?: (number);
  /**
   * Present once `finished`, except for a record of the older platform.
   */
  'result': (_trading_runtime_v1_BacktestResult | null);
  /**
   * Present when the status is `error`.
   */
  'error': (_trading_runtime_v1_BacktestError | null);
  /**
   * What its caller calls it; absent where it has no name.
   */
  'name'?: (string);
  /**
   * How far its run has come; absent unless it runs, and before it has begun to simulate.
   */
  'progress': (_trading_runtime_v1_BacktestProgress | null);
  /**
   * What a record of the older platform kept of its result; absent for any other, and where it kept nothing.
   */
  'legacyResult': (_trading_runtime_v1_LegacyBacktestResult | null);
  /**
   * SHA-256 of the strategy file, in lower-case hex; absent for a run from before this was recorded.
   */
  'codeSha256'?: (string);
  /**
   * SHA-256 of the config as JSON text, in lower-case hex; absent for a run from before this was recorded.
   */
  'configSha256'?: (string);
  /**
   * What seeds the random numbers of the run, from 0 to 2^31 - 1; absent for a run from before this was recorded.
   */
  'seed'?: (number);
  /**
   * The checks that it was asked for; absent where it was asked for none.
   */
  'checks': (_trading_runtime_v1_BacktestChecks | null);
}
