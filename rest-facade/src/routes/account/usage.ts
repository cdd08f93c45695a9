import { z } from 'zod';
import type { GetAccountQuery } from '../../generated/operations.js';
import { count } from '../fields.js';

/** An account's limits, gathered from the services that enforce them. */
export const accountLimits = z
  .object({
    requests_per_minute: count('How many requests each key may make per minute', 600),
    concurrent_backtests: count('Backtests that may run at once', 2),
    running_deployments: count('Deployments that may run at once', 5),
    backtest_processor_seconds: count('Processor seconds that backtests may use within an hour', 3_600),
    stored_bytes: count('Bytes that backtests may store: their requests, logs, trades and results', 2_147_483_648),
  })
  .meta({ id: 'AccountLimits', description: 'The limits of an account' });

/** Current usage of an account, by limit. */
export const accountUsage = z
  .object({
    requests_today: count('Requests since midnight UTC, by all keys and sessions', 42),
    running_backtests: count('Running backtests', 1),
    running_deployments: count('Running deployments', 0),
    backtest_processor_seconds: count('Processor seconds that backtests used within the last hour', 120),
    stored_bytes: count(
      'Bytes that backtests store; a running one counts as the most it may store, a deleted one for up to a minute',
      1_482_240,
    ),
  })
  .meta({ id: 'AccountUsage', description: 'Current usage of an account' });

type Account = GetAccountQuery['account'];

/** Returns the limits in their REST form. */
export function toLimits({ limits, runtimeUsage }: Pick<Account, 'limits' | 'runtimeUsage'>) {
  return {
    requests_per_minute: limits.requestsPerMinute,
    concurrent_backtests: runtimeUsage.concurrentBacktestsLimit,
    running_deployments: runtimeUsage.runningDeploymentsLimit,
    backtest_processor_seconds: runtimeUsage.backtestProcessorSecondsLimit,
    stored_bytes: runtimeUsage.storedBytesLimit,
  } satisfies z.input<typeof accountLimits>;
}

/** Returns the usage in its REST form. */
export function toUsage({ usage, runtimeUsage }: Pick<Account, 'usage' | 'runtimeUsage'>) {
  return {
    requests_today: usage.requestsToday,
    running_backtests: runtimeUsage.runningBacktests,
    running_deployments: runtimeUsage.runningDeployments,
    backtest_processor_seconds: runtimeUsage.backtestProcessorSeconds,
    stored_bytes: runtimeUsage.storedBytes,
  } satisfies z.input<typeof accountUsage>;
}
