import { z } from 'zod';
import type { WithdrawalFieldsFragment } from '../../generated/operations.js';
import { idempotencyKey, timestamp, usd } from '../fields.js';
import { operationError } from './fields.js';

/** How far a withdrawal has come. */
export const withdrawalStatus = z.enum(['processing', 'broadcast', 'confirmed', 'failed']);

/** A withdrawal. */
export const withdrawal = z.object({
  id: z.string(),
  status: withdrawalStatus,
  amount_usd: usd,
  asset: z.string(),
  chain: z.string(),
  destination_wallet: z.string(),
  tx_hash: z.string().exactOptional().describe('Once broadcast'),
  created_at: timestamp,
  updated_at: timestamp,
  error: operationError.exactOptional().describe('Only when it failed'),
});

/** A withdrawal as REST shows it. */
export function toWithdrawal(fields: WithdrawalFieldsFragment): z.input<typeof withdrawal> {
  const { amountUsd, destinationWallet, txHash, createdAt, updatedAt, error, ...same } = fields;
  return {
    ...same,
    amount_usd: amountUsd,
    destination_wallet: destinationWallet,
    ...(txHash !== null && { tx_hash: txHash }),
    created_at: createdAt,
    updated_at: updatedAt,
    ...(error && { error }),
  };
}

/** What a withdrawal does, as a body names it. */
export const intentFields = {
  amount_usd: z.string().describe('Decimal string, at most six fractional digits'),
  destination_wallet: z.string().describe('EVM address outside the platform'),
  chain: z.string().describe('arbitrum'),
  asset_address: z.string().describe('Contract of native USDC on Arbitrum'),
};

/** The header that names a withdrawal. */
export const withdrawalKey = { 'idempotency-key': idempotencyKey.describe('UUID') };
