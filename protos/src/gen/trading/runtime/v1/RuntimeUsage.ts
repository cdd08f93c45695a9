// Original file: trading/runtime/v1/runtime.proto


/**
 * How many backtests and deployments an account runs, and how many it may run.
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
}

/**
 * How many backtests and deployments an account runs, and how many it may run.
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
}
