import { z } from 'zod';
import { AuthorizeWithdrawalDocument } from '../../../generated/operations.js';
import { idempotencyKey, text, timestamp, usd } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { address } from '../fields.js';
import { proofRefusals, toWanted, withdrawalBody } from './withdrawal-body.js';

/** `POST /wallet/withdraw/authorize` */
export const authorizeWithdrawal = defineRoute({
  method: 'POST',
  path: '/wallet/withdraw/authorize',
  effect: 'adds',
  tool: 'wallet.withdrawal_authorize',
  summary:
    'Verifies the proof of a withdrawal without moving anything; the withdrawal that follows sends the same proof',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({
    ...noFields,
    headers: z.object({ 'idempotency-key': idempotencyKey.describe('Identifies the withdrawal: a UUID') }),
    body: withdrawalBody,
  }),
  response: {
    200: z.object({
      authorization_id: text('The authorization', 'wau_01'),
      amount_usd: usd,
      destination_wallet: address('Where it may go'),
      expires_at: timestamp.describe('When the proof expires; the withdrawal must be accepted before'),
      status: z.literal('authorized').describe('Its status'),
    }),
  },
  refusals: ['not_found', 'withdrawal_state_conflict', ...proofRefusals],
  operation: AuthorizeWithdrawalDocument,
  variables: ({ headers, body }) => ({ input: toWanted(headers['idempotency-key'], body) }),
  respond: ({ authorizeWithdrawal: { authorizationId, amountUsd, destinationWallet, expiresAt } }) => ({
    status: 200,
    body: {
      authorization_id: authorizationId,
      amount_usd: amountUsd,
      destination_wallet: destinationWallet,
      expires_at: expiresAt,
      status: 'authorized' as const,
    },
  }),
});
