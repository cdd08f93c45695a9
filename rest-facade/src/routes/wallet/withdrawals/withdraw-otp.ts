import { z } from 'zod';
import { SendWithdrawalCodeDocument } from '../../../generated/operations.js';
import { idempotencyKey, text, timestamp } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { intentFields, source } from './withdrawal.js';

/** `POST /wallet/withdraw/otp` */
export const sendWithdrawalCode = defineRoute({
  method: 'POST',
  path: '/wallet/withdraw/otp',
  effect: 'sends_mail',
  tool: 'wallet.withdrawal_otp',
  summary: 'Sends a code that authorizes one withdrawal. The same key requests a new code; only the newest is valid',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({
    ...noFields,
    headers: z.object({ 'idempotency-key': idempotencyKey.describe('Identifies the withdrawal: a UUID') }),
    body: z.strictObject({ source: source.exactOptional(), ...intentFields }),
  }),
  response: {
    200: z.object({
      challenge_id: text('Id of the challenge, for use in the proof', 'wch_01'),
      masked_email: text('Where the code was sent, masked', 'm***@example.com'),
      expires_at: timestamp.describe('When the code expires'),
      resend_available_at: timestamp.describe('When another code can be requested'),
    }),
  },
  refusals: [
    'bad_request',
    'not_found',
    'feature_not_available',
    'withdrawal_identity_unavailable',
    'withdrawal_email_unavailable',
    'withdrawal_wallet_unavailable',
    'idempotency_key_conflict',
    'withdrawal_state_conflict',
    'withdrawal_request_cancelled',
    'withdrawal_authorization_mismatch',
    'resend_cooldown',
    'email_limit_reached',
    'withdrawal_otp_unavailable',
    'withdrawal_authorization_unavailable',
    'email_delivery_failed',
    'wallet_repository_unavailable',
  ],
  operation: SendWithdrawalCodeDocument,
  variables: ({ headers, body }) => ({
    input: {
      idempotencyKey: headers['idempotency-key'],
      source: body.source,
      amountUsd: body.amount_usd,
      destinationWallet: body.destination_wallet,
      chain: body.chain,
      assetAddress: body.asset_address,
    },
  }),
  respond: ({ sendWithdrawalCode: { challengeId, maskedEmail, expiresAt, resendAvailableAt } }) => ({
    status: 200,
    body: {
      challenge_id: challengeId,
      masked_email: maskedEmail,
      expires_at: expiresAt,
      resend_available_at: resendAvailableAt,
    },
  }),
});
