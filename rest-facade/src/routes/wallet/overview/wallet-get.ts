import { z } from 'zod';
import { GetWalletDocument } from '../../../generated/operations.js';
import { defineRoute, noFields } from '../../route.js';
import { toWallet, wallet } from './wallet.js';

/** `GET /wallet` */
export const getWallet = defineRoute({
  method: 'GET',
  path: '/wallet',
  tool: 'wallet.get',
  summary: "Reads the managed wallet with all its balances; fails if any balance can't be read",
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object(noFields),
  response: { 200: wallet },
  refusals: ['wallet_upstream_unavailable', 'wallet_repository_unavailable'],
  operation: GetWalletDocument,
  variables: () => ({}),
  respond: (data) => ({ status: 200, body: toWallet(data.wallet) }),
});
