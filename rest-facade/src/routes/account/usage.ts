import { z } from 'zod';
import type { GetAccountQuery } from '../../generated/operations.js';
import { count } from '../fields.js';

/** An account's limits, gathered from the services that hold to them. */
export const accountLimits = z
  .object({
    requests_per_minute: count('How many requests each key may make per minute', 600),
    concurrent_backtests: count('Backtests that may run at once', 2),
    running_deployments: count('Deployments that may run at once', 5),
  })
  .meta({ id: 'AccountLimits', description: 'The limits of an account' });

/** What an account uses of its limits now. */
export const accountUsage = z
  .object({
    requests_today: count('Requests since midnight UTC, by all keys and sessions', 42),
    running_backtests: count('Backtests that run now', 1),
    running_deployments: count('Deployments that run now', 0),
  })
  .meta({ id: 'AccountUsage', description: 'What an account uses of its limits' });

type Account = GetAccountQuery['account'];

/** The limits as REST shows them. */
export function toLimits({ limits, runtimeUsage }: Pick<Account, 'limits' | 'runtimeUsage'>) {
  return {
    requests_per_minute: limits.requestsPerMinute,
    concurrent_backtests: runtimeUsage.concurrentBacktestsLimit,
    running_deployments: runtimeUsage.runningDeploymentsLimit,
  } satisfies z.input<typeof accountLimits>;
}

/** The usage as REST shows it. */
export function toUsage({ usage, runtimeUsage }: Pick<Account, 'usage' | 'runtimeUsage'>) {
  return {
    requests_today: usage.requestsToday,
    running_backtests: runtimeUsage.runningBacktests,
    running_deployments: runtimeUsage.runningDeployments,
  } satisfies z.input<typeof accountUsage>;
}
