import { z } from 'zod';
import { RecoverWithdrawalDocument } from '../../../generated/operations.js';
import { anyIdempotencyKey, text } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { toWithdrawal, withdrawal } from './withdrawal.js';

/** `POST /wallet/withdraw/recover` */
export const recoverWithdrawal = defineRoute({
  method: 'POST',
  path: '/wallet/withdraw/recover',
  effect: 'changes',
  tool: 'wallet.withdrawal_recover',
  summary: 'Returns what became of a withdrawal by its key alone; a key without one is cancelled for good',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({
    ...noFields,
    headers: z.object({
      'idempotency-key': anyIdempotencyKey.describe(
        'The key of the request: a UUID; any text while FEATURE_WITHDRAWAL_OTP is off',
      ),
    }),
  }),
  response: {
    200: z.object({
      status: z
        .enum(['existing', 'cancelled'])
        .describe('`existing`: the key has its withdrawal; `cancelled`: nothing moved under it, and nothing will'),
      request_id: text('The key; a UUID in lower case with hyphens', '2f1a6f6e-9f0b-4c57-8e0a-6b1f4a3c9d21'),
      withdrawal: withdrawal.exactOptional().describe('Only when it is `existing`'),
      safe_to_reauthorize: z
        .boolean()
        .exactOptional()
        .describe('Only when it is `cancelled`, and then true: another withdrawal may be authorized, under a new key'),
    }),
  },
  // A key that is no UUID, which any text is while no proof is needed.
  refusals: ['idempotency_key_required', 'wallet_repository_unavailable'],
  operation: RecoverWithdrawalDocument,
  variables: ({ headers }) => ({ input: { idempotencyKey: headers['idempotency-key'] } }),
  respond: ({ recoverWithdrawal: { requestId: request_id, withdrawal: found } }) => ({
    status: 200,
    body:
      found === null
        ? { status: 'cancelled' as const, request_id, safe_to_reauthorize: true }
        : { status: 'existing' as const, request_id, withdrawal: toWithdrawal(found) },
  }),
});
