import { z } from 'zod';
import { UpdateTradingAccountDocument } from '../../../generated/operations.js';
import { text } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { accountPath, toTradingAccount, tradingAccount, venueRefusals } from './trading-account.js';

/** `PATCH /account/{venue}/{id}` */
export const updateTradingAccount = defineRoute({
  method: 'PATCH',
  path: '/account/{venue}/{id}',
  effect: 'changes',
  tool: 'account.trading.update',
  summary: 'Names a trading account; safe to repeat',
  authentication: 'key',
  request: z.object({
    ...noFields,
    params: accountPath,
    body: z.strictObject({
      label: text(
        'Name of 1 to 100 characters, without control characters, invisible characters or ones that change the text direction; ' +
          'surrounding white space is removed',
        'Carry trades',
      ),
    }),
  }),
  response: { 200: z.object({ account: tradingAccount }) },
  refusals: ['trading_account_not_found', ...venueRefusals],
  operation: UpdateTradingAccountDocument,
  variables: ({ params, body }) => ({ input: { ...params, ...body } }),
  respond: (data) => ({ status: 200, body: { account: toTradingAccount(data.updateTradingAccount.account) } }),
});
