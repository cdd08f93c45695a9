import { z } from 'zod';
import { SendWithdrawalCodeDocument } from '../../generated/operations.js';
import { timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { intentFields, withdrawalKey } from './withdrawal.js';

/** `POST /wallet/withdraw/otp` */
export const sendWithdrawalCode = defineRoute({
  method: 'POST',
  path: '/wallet/withdraw/otp',
  summary: 'Sends a code that authorizes one withdrawal; the same key asks for another, which alone is valid then',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({
    ...noFields,
    headers: z.object(withdrawalKey),
    body: z.strictObject({ source: z.string().exactOptional().describe('Default arbitrum'), ...intentFields }),
  }),
  response: {
    200: z.object({
      challenge_id: z.string(),
      masked_email: z.string(),
      expires_at: timestamp,
      resend_available_at: timestamp,
    }),
  },
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
