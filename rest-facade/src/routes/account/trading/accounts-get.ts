import { z } from 'zod';
import { GetTradingAccountDocument } from '../../../generated/operations.js';
import { defineRoute, noFields } from '../../route.js';
import { accountPath, toTradingAccount, tradingAccount, venueRefusals } from './trading-account.js';

/** `GET /account/{venue}/{id}` */
export const getTradingAccount = defineRoute({
  method: 'GET',
  path: '/account/{venue}/{id}',
  tool: 'account.trading.get',
  summary: 'Shows a trading account, with what its venue shows of it now',
  authentication: 'key',
  request: z.object({ ...noFields, params: accountPath }),
  response: { 200: z.object({ account: tradingAccount }) },
  refusals: ['trading_account_not_found', ...venueRefusals],
  operation: GetTradingAccountDocument,
  variables: ({ params }) => params,
  respond: (data) => ({ status: 200, body: { account: toTradingAccount(data.tradingAccount) } }),
});
