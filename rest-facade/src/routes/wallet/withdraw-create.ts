import { z } from 'zod';
import { CreateWithdrawalDocument } from '../../generated/operations.js';
import { replayHeaders, timestamp, usd } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { intentFields, withdrawalKey, withdrawalStatus } from './withdrawal.js';

const proof = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('email_otp'), challenge_id: z.string(), code: z.string().describe('Six digits') }),
  z.strictObject({
    type: z.literal('wallet_signature'),
    signature: z.string(),
    nonce: z.string().describe('UUID'),
    expires_at: z.string(),
  }),
]);

/** Which of the fields must be there depends on the proof, and on whether proofs are asked for: the service says. */
const wanted = z.strictObject({
  source: z.string().exactOptional().describe('arbitrum'),
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
  summary: 'Withdraws to an address outside the platform; repeating an accepted request gives its withdrawal',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({
    ...noFields,
    headers: z.object({
      ...withdrawalKey,
      'idempotency-replay-only': z.enum(['true', 'false']).exactOptional(),
    }),
    body: wanted,
  }),
  response: {
    202: z.object({
      id: z.string(),
      status: withdrawalStatus,
      amount_usd: usd,
      destination_wallet: z.string(),
      created_at: timestamp,
    }),
  },
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
