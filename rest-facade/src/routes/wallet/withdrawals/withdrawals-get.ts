import { z } from 'zod';
import { GetWithdrawalDocument } from '../../../generated/operations.js';
import { text } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { toWithdrawal, withdrawal } from './withdrawal.js';

/** `GET /wallet/withdrawals/{id}` */
export const getWithdrawal = defineRoute({
  method: 'GET',
  path: '/wallet/withdrawals/{id}',
  tool: 'wallet.withdrawals.get',
  summary: 'Reads one withdrawal',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The withdrawal', 'wd_01') }) }),
  response: { 200: withdrawal },
  refusals: ['withdrawal_not_found', 'wallet_repository_unavailable'],
  operation: GetWithdrawalDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: (data) => ({ status: 200, body: toWithdrawal(data.withdrawal) }),
});
