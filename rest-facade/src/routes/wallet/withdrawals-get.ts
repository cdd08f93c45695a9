import { z } from 'zod';
import { GetWithdrawalDocument } from '../../generated/operations.js';
import { defineRoute, noFields } from '../route.js';
import { toWithdrawal, withdrawal } from './withdrawal.js';

/** `GET /wallet/withdrawals/{id}` */
export const getWithdrawal = defineRoute({
  method: 'GET',
  path: '/wallet/withdrawals/{id}',
  summary: 'Reads one withdrawal',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({ ...noFields, params: z.strictObject({ id: z.string() }) }),
  response: { 200: withdrawal },
  operation: GetWithdrawalDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: (data) => ({ status: 200, body: toWithdrawal(data.withdrawal) }),
});
