import { z } from 'zod';
import { CreateWithdrawalDocument } from '../../generated/operations.js';
import { anyIdempotencyKey, replayHeaders, text, timestamp, usd } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { address } from './fields.js';
import { intentFields, source, withdrawalStatus } from './withdrawal.js';

const proof = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('email_otp'),
      challenge_id: text('The challenge_id that POST /wallet/withdraw/otp returned', 'wch_01'),
      code: text('Six digits', '123456'),
    })
    .meta({ title: 'EmailProof' }),
  z
    .strictObject({
      type: z.literal('wallet_signature'),
      signature: text('EIP-712 signature of the locked login wallet', `0x${'1'.repeat(130)}`),
      nonce: text('UUID', '2f1a6f6e-9f0b-4c57-8e0a-6b1f4a3c9d21'),
      expires_at: text('At most 10 minutes ahead', '2026-01-31T12:00:00.000Z'),
    })
    .meta({ title: 'WalletProof' }),
]);

/** Which fields are required depends on the proof, and on whether proofs are required: the service decides. */
const wanted = z.strictObject({
  source: source.exactOptional(),
  amount_usd: intentFields.amount_usd,
  destination_wallet: intentFields.destination_wallet.exactOptional(),
  chain: intentFields.chain.exactOptional(),
  asset_address: intentFields.asset_address.exactOptional(),
  authorization: proof.exactOptional().describe('The proof'),
});

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
    body: wanted,
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
  refusals: [
    'bad_request',
    'feature_not_available',
    'invalid_code',
    'withdrawal_otp_identity_invalid',
    'challenge_not_available',
    'withdrawal_replay_not_found',
    'idempotency_key_conflict',
    'insufficient_held_balance',
    'withdrawal_identity_unavailable',
    'withdrawal_wallet_unavailable',
    'withdrawal_authorization_mismatch',
    'withdrawal_challenge_mismatch',
    'code_expired',
    'attempt_limit_reached',
    'wallet_upstream_unavailable',
    'wallet_repository_unavailable',
    'withdrawal_authorization_unavailable',
  ],
  creates: { path: '/wallet/withdrawals/{id}', id: '/id' },
  operation: CreateWithdrawalDocument,
  variables: ({ headers, body }) => ({
    input: {
      idempotencyKey: headers['idempotency-key'],
      source: body.source,
      amountUsd: body.amount_usd,
      destinationWallet: body.destination_wallet,
      chain: body.chain,
      assetAddress: body.asset_address,
      authorization: body.authorization && toProof(body.authorization),
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

function toProof(authorization: z.output<typeof proof>) {
  if (authorization.type === 'wallet_signature') return { type: authorization.type };
  return { type: authorization.type, challengeId: authorization.challenge_id, code: authorization.code };
}
