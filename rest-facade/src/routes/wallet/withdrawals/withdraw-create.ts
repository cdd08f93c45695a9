import { z } from 'zod';
import { CreateWithdrawalDocument } from '../../../generated/operations.js';
import { anyIdempotencyKey, replayHeaders, text, timestamp, usd } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { address } from '../fields.js';
import { withdrawalStatus } from './withdrawal.js';
import { createRefusals, toWanted, withdrawalBody } from './withdrawal-body.js';

/** `POST /wallet/withdraw` */
export const createWithdrawal = defineRoute({
  method: 'POST',
  path: '/wallet/withdraw',
  effect: 'moves_money',
  tool: 'wallet.withdraw',
  summary: 'Withdraws to an address outside the platform; repeating an accepted request returns its withdrawal',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({
    ...noFields,
    headers: z.object({
      'idempotency-key': anyIdempotencyKey.describe(
        'Identifies the withdrawal: a UUID; any text while FEATURE_WITHDRAWAL_OTP is off',
      ),
      'idempotency-replay-only': z
        .enum(['true', 'false'])
        .exactOptional()
        .describe('`true` only looks up an earlier attempt: nothing is authorized, created or moved'),
    }),
    body: withdrawalBody,
  }),
  response: {
    202: z.object({
      id: text('The withdrawal', 'wd_01'),
      status: withdrawalStatus,
      amount_usd: usd,
      destination_wallet: address('Where it goes'),
      created_at: timestamp,
    }),
  },
  refusals: createRefusals,
  creates: { path: '/wallet/withdrawals/{id}', id: '/id' },
  operation: CreateWithdrawalDocument,
  variables: ({ headers, body }) => ({
    input: {
      ...toWanted(headers['idempotency-key'], body),
      replayOnly: headers['idempotency-replay-only'] === 'true',
    },
  }),
  respond: ({ createWithdrawal: { withdrawal, replayed } }) => ({
    status: 202,
    body: {
      id: withdrawal.id,
      status: withdrawal.status,
      amount_usd: withdrawal.amountUsd,
      destination_wallet: withdrawal.destinationWallet,
      created_at: withdrawal.createdAt,
    },
    headers: replayHeaders(replayed),
  }),
});
