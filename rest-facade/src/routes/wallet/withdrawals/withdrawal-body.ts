import type { ErrorCode } from '@platform/errors';
import { z } from 'zod';
import { text } from '../../fields.js';
import { intentFields, source } from './withdrawal.js';

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

/** The body of a withdrawal. Which fields are required depends on the proof, and on whether proofs are required: the service decides. */
export const withdrawalBody = z.strictObject({
  source: source.exactOptional(),
  amount_usd: intentFields.amount_usd,
  destination_wallet: intentFields.destination_wallet.exactOptional(),
  chain: intentFields.chain.exactOptional(),
  asset_address: intentFields.asset_address.exactOptional(),
  authorization: proof.exactOptional().describe('The proof'),
});

/** The refusals of a withdrawal and its proof. */
export const proofRefusals = [
  'bad_request',
  'feature_not_available',
  'invalid_code',
  'withdrawal_otp_identity_invalid',
  'withdrawal_signature_invalid',
  'withdrawal_signature_expired',
  'challenge_not_available',
  'idempotency_key_conflict',
  'withdrawal_request_cancelled',
  'withdrawal_identity_unavailable',
  'withdrawal_email_unavailable',
  'withdrawal_wallet_unavailable',
  'withdrawal_authorization_mismatch',
  'withdrawal_challenge_mismatch',
  'code_expired',
  'attempt_limit_reached',
  'wallet_repository_unavailable',
  'withdrawal_authorization_unavailable',
] as const satisfies readonly ErrorCode[];

/** The refusals of a request that moves money. */
export const createRefusals = [
  ...proofRefusals,
  'withdrawal_state_conflict',
  'withdrawal_replay_not_found',
  'withdrawal_replay_requires_resume',
  'insufficient_held_balance',
  'wallet_upstream_unavailable',
] as const satisfies readonly ErrorCode[];

/** Returns a withdrawal that a caller asks for, as the graph takes it. */
export function toWanted(idempotencyKey: string, body: z.output<typeof withdrawalBody>) {
  return {
    idempotencyKey,
    source: body.source,
    amountUsd: body.amount_usd,
    destinationWallet: body.destination_wallet,
    chain: body.chain,
    assetAddress: body.asset_address,
    authorization: body.authorization && toProof(body.authorization),
  };
}

function toProof(authorization: z.output<typeof proof>) {
  if (authorization.type === 'email_otp') {
    const { type, challenge_id: challengeId, code } = authorization;
    return { type, challengeId, code };
  }
  const { type, signature, nonce, expires_at: expiresAt } = authorization;
  return { type, signature, nonce, expiresAt };
}
