import { z } from 'zod';
import { GetTradingAccountWalletDocument } from '../../../generated/operations.js';
import { defineRoute, noFields } from '../../route.js';
import { toWallet, wallet } from '../../wallet/overview/wallet.js';
import { accountPath, venueRefusals } from './trading-account.js';

/** `GET /account/{venue}/{id}/wallet` */
export const getTradingAccountWallet = defineRoute({
  method: 'GET',
  path: '/account/{venue}/{id}/wallet',
  tool: 'account.trading.wallet',
  summary: "Reads the wallet of a trading account with all its balances; fails if any balance can't be read",
  authentication: 'key',
  request: z.object({ ...noFields, params: accountPath }),
  response: { 200: wallet },
  refusals: ['trading_account_not_found', 'wallet_upstream_unavailable', ...venueRefusals],
  operation: GetTradingAccountWalletDocument,
  variables: ({ params }) => params,
  respond: (data) => ({ status: 200, body: toWallet(data.tradingAccount.wallet) }),
});
