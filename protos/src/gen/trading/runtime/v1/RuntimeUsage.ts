// Original file: trading/runtime/v1/runtime.proto

import type { Long } from '@grpc/proto-loader';

/**
 * How many backtests and deployments an account runs and what they store, and how much of each it may.
 */
export interface RuntimeUsage__Input {
  /**
   * Backtests of the account that run now.
   */
  'runningBacktests'?: (number);
  /**
   * Backtests of the account that wait now.
   */
  'queuedBacktests'?: (number);
  /**
   * Deployments of the account that run now.
   */
  'runningDeployments'?: (number);
  /**
   * Backtests of one account that run at once.
   */
  'concurrentBacktestsLimit'?: (number);
  /**
   * Backtests of one account that wait at most.
   */
  'queuedBacktestsLimit'?: (number);
  /**
   * Deployments of one account that run at once.
   */
  'runningDeploymentsLimit'?: (number);
  /**
   * Processor seconds that backtests of the account used within the last hour.
   */
  'backtestProcessorSeconds'?: (number);
  /**
   * Processor seconds that backtests of one account may use within an hour: beyond that none is accepted, and none starts.
   */
  'backtestProcessorSecondsLimit'?: (number);
  /**
   * Bytes that the account's backtests hold: requests, logs, trades and results; one that runs counts with the most it may store.
   */
  'storedBytes'?: (number | string | Long);
  /**
   * Bytes that the account's backtests may hold.
   */
  'storedBytesLimit'?: (number | string | Long);
}

/**
 * How many backtests and deployments an account runs and what they store, and how much of each it may.
 */
export interface RuntimeUsage {
  /**
   * Backtests of the account that run now.
   */
  'runningBacktests': (number);
  /**
   * Backtests of the account that wait now.
   */
  'queuedBacktests': (number);
  /**
   * Deployments of the account that run now.
   */
  'runningDeployments': (number);
  /**
   * Backtests of one account that run at once.
   */
  'concurrentBacktestsLimit': (number);
  /**
   * Backtests of one account that wait at most.
   */
  'queuedBacktestsLimit': (number);
  /**
   * Deployments of one account that run at once.
   */
  'runningDeploymentsLimit': (number);
  /**
   * Processor seconds that backtests of the account used within the last hour.
   */
  'backtestProcessorSeconds': (number);
  /**
   * Processor seconds that backtests of one account may use within an hour: beyond that none is accepted, and none starts.
   */
  'backtestProcessorSecondsLimit': (number);
  /**
   * Bytes that the account's backtests hold: requests, logs, trades and results; one that runs counts with the most it may store.
   */
  'storedBytes': (number);
  /**
   * Bytes that the account's backtests may hold.
   */
  'storedBytesLimit': (number);
}
