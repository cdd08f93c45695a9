import { venuesOf } from '@platform/venues/registry';
import { z } from 'zod';
import type { WithdrawalFieldsFragment } from '../../../generated/operations.js';
import { text, timestamp, usd } from '../../fields.js';
import { address, amount, asset, chain, operationError } from '../fields.js';

/** The status of a withdrawal. */
export const withdrawalStatus = z.enum(['processing', 'broadcast', 'confirmed', 'failed']).describe('Its status');

/** Name of a balance that withdrawals can spend. */
export const sourceName = z
  .enum(['arbitrum', ...venuesOf('wallet')])
  .describe('The balance that is spent: the USDC held on Arbitrum, or what is at a venue');

/** A withdrawal. */
export const withdrawal = z
  .object({
    id: text('The withdrawal', 'wd_01'),
    status: withdrawalStatus,
    source: z
      .enum([...sourceName.options, 'polygon'])
      .describe('The balance that was spent; an operator alone pays out what is held on polygon'),
    amount_usd: usd.describe('What leaves the source'),
    fee_usd: usd.describe('What the source keeps of it'),
    arrives_usd: usd.describe('What arrives at the destination'),
    asset,
    chain,
    destination_wallet: address('Where it goes'),
    tx_hash: text('Transaction on its chain, once broadcast', `0x${'1'.repeat(64)}`).exactOptional(),
    created_at: timestamp,
    updated_at: timestamp,
    error: operationError.exactOptional().describe('Only when it failed'),
  })
  .meta({ id: 'Withdrawal', description: 'A withdrawal' });

/** Returns a withdrawal in its REST form. */
export function toWithdrawal(fields: WithdrawalFieldsFragment): z.input<typeof withdrawal> {
  const { amountUsd, feeUsd, arrivesUsd, destinationWallet, txHash, createdAt, updatedAt, error, ...same } = fields;
  return {
    ...same,
    amount_usd: amountUsd,
    fee_usd: feeUsd,
    arrives_usd: arrivesUsd,
    destination_wallet: destinationWallet,
    ...(txHash !== null && { tx_hash: txHash }),
    created_at: createdAt,
    updated_at: updatedAt,
    ...(error && { error }),
  };
}

/** What is debited. */
export const source = text(
  'The balance to debit: a name from GET /wallet/withdraw/sources; arbitrum debits held_usd',
  'arbitrum',
);

/** What a withdrawal does, as a body names it. */
export const intentFields = {
  amount_usd: amount('Decimal string, at most six fractional digits', '60.00'),
  destination_wallet: address('EVM address outside the platform'),
  chain,
  asset_address: text('Contract of native USDC on Arbitrum', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
};
