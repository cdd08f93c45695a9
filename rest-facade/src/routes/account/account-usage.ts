import { z } from 'zod';
import { GetAccountUsageDocument } from '../../generated/operations.js';
import { timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { accountLimits, accountUsage, toLimits, toUsage } from './usage.js';

/** `GET /account/usage` */
export const getAccountUsage = defineRoute({
  method: 'GET',
  path: '/account/usage',
  tool: 'account.usage',
  summary: "Shows the account's usage and its limits",
  authentication: 'key',
  request: z.object(noFields),
  response: {
    200: z.object({
      usage: accountUsage,
      limits: accountLimits,
      resets_at: timestamp.describe('When the day of requests_today ends'),
    }),
  },
  operation: GetAccountUsageDocument,
  variables: () => ({}),
  respond: ({ account }) => ({
    status: 200,
    body: { usage: toUsage(account), limits: toLimits(account), resets_at: account.usage.resetsAt },
  }),
});
