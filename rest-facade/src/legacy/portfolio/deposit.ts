import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import type { SetupOperationFieldsFragment } from '../../generated/operations.js';
import { text, timestamp } from '../../routes/fields.js';
import { operationError } from '../../routes/wallet/fields.js';
import { absent } from '../absent.js';
import { record } from '../twins.js';

const status = z
  .enum(['processing', 'completed', 'failed', 'reconciliation_required'])
  .describe('That of the setup of the venue which it is; only `completed` says that the money arrived');

const fields = {
  id: text('The deposit: a setup of the venue', 'set_01'),
  status,
  step: z.enum(['reserve', 'transfer', 'credit', 'register', 'done']).describe('Current step'),
  wallet_address: text('The managed wallet whose money moves', '0x1000000000000000000000000000000000000001'),
  updated_at: timestamp,
  error: operationError.exactOptional().describe('Only when it failed'),
};

/** Held funds that are moved to a venue. */
export const venueDeposit = record(fields, {
  id: 'LegacyVenueDeposit',
  description: 'Held funds that are moved to a venue',
});

const asSent = {
  chain: text('As it was sent', 'arbitrum').exactOptional(),
  source_chain: text('As it was sent', 'arbitrum').exactOptional(),
  asset_address: text('As it was sent', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831').exactOptional(),
  amount: text('As it was sent, a decimal string', '50.00'),
};

/** A deposit that was just asked for, in the forms that clients of all three venues read. */
export const newVenueDeposit = record(
  {
    ...fields,
    ...asSent,
    tx_hash: absent(z.string(), 'a setup may take several transactions; GET /wallet/ledger.csv lists them'),
    bridge_address: absent(z.string(), 'the platform chooses the way to the venue'),
    deposit: z
      .object({
        id: fields.id,
        status,
        amount: asSent.amount,
        depositedAmount: absent(z.string(), 'what arrives shows in the balance at the venue'),
        pusdBalance: absent(z.string(), 'GET /wallet shows the balance at the venue'),
      })
      .meta({ id: 'LegacyDepositSummary', description: 'The same, as some clients read it' }),
  },
  { id: 'LegacyNewVenueDeposit', description: 'Held funds that are moved to a venue, with what was asked for' },
);

/** Returns a setup as a deposit of the older surface. */
export function toVenueDeposit(
  { id, status: known, step, updatedAt, error }: SetupOperationFieldsFragment,
  walletAddress: string,
): z.input<typeof venueDeposit> {
  return {
    ...{ id, status: known, step, wallet_address: walletAddress, updated_at: updatedAt },
    ...(error && { error: { code: error.code, message: error.message } }),
  };
}

/** What a caller sent of a deposit. */
export interface DepositAsSent {
  readonly chain?: string;
  readonly source_chain?: string;
  readonly asset_address?: string;
  readonly amount: string;
}

/**
 * Returns a setup that was just asked for. Throws `venue_not_ready` for one that failed: published clients take any 2xx for a deposit that was
 * made.
 */
export function toNewVenueDeposit(
  operation: SetupOperationFieldsFragment,
  walletAddress: string,
  sent: DepositAsSent,
): z.input<typeof newVenueDeposit> {
  const { id, status: known, error } = operation;
  if (known === 'failed')
    throw new PlatformError('venue_not_ready', {
      message: 'The deposit failed.',
      details: { id, status: known, error: error && { code: error.code, message: error.message } },
    });
  const { amount } = sent;
  return {
    ...toVenueDeposit(operation, walletAddress),
    ...sent,
    ...{ tx_hash: null, bridge_address: null },
    deposit: { id, status: known, amount, depositedAmount: null, pusdBalance: null },
  };
}
