import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import type { WithdrawalFieldsFragment } from '../../generated/operations.js';
import { text, timestamp } from '../../routes/fields.js';
import { operationError } from '../../routes/wallet/fields.js';
import { withdrawalStatus } from '../../routes/wallet/withdrawals/withdrawal.js';
import { withdrawalBody } from '../../routes/wallet/withdrawals/withdrawal-body.js';
import { absent } from '../absent.js';
import { record } from '../twins.js';

const amount = (description: string) => text(description, '60.000000');

/** A withdrawal as the older surface writes it. */
export const legacyWithdrawal = record(
  {
    id: text('The withdrawal', 'wd_01'),
    status: withdrawalStatus,
    amount: amount('What leaves the venue, the fee inside: a decimal string'),
    destination: text('Where it goes', '0x2000000000000000000000000000000000000002'),
    tx_hash: text('Transaction on its chain, once broadcast', `0x${'1'.repeat(64)}`).nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    error: operationError.exactOptional().describe('Only when it failed'),
  },
  { id: 'LegacyWithdrawal', description: 'A withdrawal' },
);

/** A withdrawal that was just accepted. */
export const newLegacyWithdrawal = record(
  {
    id: text('The withdrawal: GET /wallet/withdrawals/{id} reads it', 'wd_01'),
    status: withdrawalStatus,
    chain: text('Chain', 'arbitrum'),
    asset_address: text('As it was sent', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831').exactOptional(),
    amount: text('As it was sent, a decimal string', '60.00'),
    destination: text('Where it goes', '0x2000000000000000000000000000000000000002'),
    wallet_address: text('The managed wallet whose money moves', '0x1000000000000000000000000000000000000001'),
    created_at: timestamp,
    hyperliquid_response: absent(z.string(), 'what the venue answers is not kept with a withdrawal'),
  },
  { id: 'LegacyNewWithdrawal', description: 'A withdrawal that was accepted' },
);

/** The proof of a withdrawal, in the fields of the unified surface. */
export const proofField = withdrawalBody.shape.authorization;

/** Returns the proof of a request. Throws `insufficient_permissions`, with how to get one, where there is none. */
export function requireProof<Proof>(authorization: Proof | undefined): Proof {
  if (authorization !== undefined) return authorization;
  throw new PlatformError('insufficient_permissions', {
    message:
      'A key alone withdraws nothing: the withdrawal needs a proof by its owner, as `authorization` beside the other fields.',
    details: {
      policy: 'GET /wallet/withdraw/authorization',
      sources: 'GET /wallet/withdraw/sources',
      code: 'POST /wallet/withdraw/otp',
      withdraw: 'POST /wallet/withdraw',
    },
  });
}

/** Returns a withdrawal in its older form. */
export function toLegacyWithdrawal(fields: WithdrawalFieldsFragment): z.input<typeof legacyWithdrawal> {
  const { id, status, amountUsd, destinationWallet, txHash, createdAt, updatedAt, error } = fields;
  return {
    ...{ id, status, amount: amountUsd, destination: destinationWallet, tx_hash: txHash },
    ...{ created_at: createdAt, updated_at: updatedAt },
    ...(error && { error: { code: error.code, message: error.message } }),
  };
}
