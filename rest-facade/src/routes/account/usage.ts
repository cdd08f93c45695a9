import { z } from 'zod';
import type { GetAccountQuery } from '../../generated/operations.js';

/** An account's limits, gathered from the services that hold to them. */
export const accountLimits = z.object({
  requests_per_minute: z.int().describe('Of each key'),
  concurrent_backtests: z.int(),
  running_deployments: z.int(),
});

/** What an account uses of its limits now. */
export const accountUsage = z.object({
  requests_today: z.int().describe('Since midnight UTC, by all keys and sessions'),
  running_backtests: z.int(),
  running_deployments: z.int(),
});

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
