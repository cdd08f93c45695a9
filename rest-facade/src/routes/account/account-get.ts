import { z } from 'zod';
import { GetAccountDocument } from '../../generated/operations.js';
import { timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { accountLimits, accountUsage, toLimits, toUsage } from './usage.js';

const account = z.object({
  id: z.string(),
  email: z.string().nullable().describe('Verified address; null for a wallet login without one'),
  login_type: z.enum(['email', 'wallet']),
  plan: z.object({ name: z.string() }),
  limits: accountLimits,
  usage: accountUsage,
  created_at: timestamp,
});

/** `GET /account` */
export const getAccount = defineRoute({
  method: 'GET',
  path: '/account',
  summary: 'Shows the account with its plan, limits and usage',
  authentication: 'key',
  request: z.object(noFields),
  response: { 200: z.object({ account }) },
  operation: GetAccountDocument,
  variables: () => ({}),
  respond: ({ account: { id, email, loginType, plan, createdAt, ...rest } }) => ({
    status: 200,
    body: {
      account: {
        id,
        email,
        login_type: loginType,
        plan,
        limits: toLimits(rest),
        usage: toUsage(rest),
        created_at: createdAt,
      },
    },
  }),
});
