import { z } from 'zod';
import { GetAccountDocument } from '../../generated/operations.js';
import { text, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { mandate, toMandate } from './mandate.js';
import { accountLimits, accountUsage, toLimits, toUsage } from './usage.js';

const account = z
  .object({
    id: text('The account', 'acc_01'),
    email: text('Verified address; null for a wallet login without one', 'me@example.com').nullable(),
    login_type: z.enum(['email', 'wallet']).describe('How its owner signs in'),
    plan: z.object({ name: text('Name of the plan', 'standard') }),
    limits: accountLimits,
    usage: accountUsage,
    mandate: mandate
      .nullable()
      .describe('The limits of the trading of the key that asks; null for a key without limits'),
    created_at: timestamp,
  })
  .meta({ id: 'Account', description: 'An account' });

/** `GET /account` */
export const getAccount = defineRoute({
  method: 'GET',
  path: '/account',
  tool: 'account.get',
  summary: 'Shows the account with its plan, limits and usage',
  authentication: 'key',
  request: z.object(noFields),
  response: { 200: z.object({ account }) },
  operation: GetAccountDocument,
  variables: () => ({}),
  respond: ({ account: { id, email, loginType, plan, mandate: limits, createdAt, ...rest } }) => ({
    status: 200,
    body: {
      account: {
        id,
        email,
        login_type: loginType,
        plan,
        limits: toLimits(rest),
        usage: toUsage(rest),
        mandate: toMandate(limits),
        created_at: createdAt,
      },
    },
  }),
});
