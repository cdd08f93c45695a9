import { z } from 'zod';
import { ListTradingAccountsDocument } from '../../../generated/operations.js';
import { exampleVenue, nextCursor, text } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { toTradingAccount, tradingAccount, venueRefusals } from './trading-account.js';

/** `GET /account/{venue}` */
export const listTradingAccounts = defineRoute({
  method: 'GET',
  path: '/account/{venue}',
  tool: 'account.trading.list',
  summary: 'Lists the trading accounts at a venue by their index, with what the venue shows of each now',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ venue: text('Venue', exampleVenue) }) }),
  response: { 200: z.object({ accounts: z.array(tradingAccount), next_cursor: nextCursor }) },
  refusals: venueRefusals,
  operation: ListTradingAccountsDocument,
  variables: ({ params }) => params,
  respond: ({ tradingAccounts }) => ({
    status: 200,
    body: { accounts: tradingAccounts.map(toTradingAccount), next_cursor: null },
  }),
});
