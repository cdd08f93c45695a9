// Why: docs/decisions/edge/older-accounts.md
import { type VenueId, venueRow } from '@platform/venues/registry';
import { z } from 'zod';
import { number, text } from '../../routes/fields.js';
import { absent } from '../absent.js';

/** What the older surface told of others who are part of an account: who referred it, who takes a fee, and which key trades. */
export const parties = {
  referral: absent(z.string(), 'nobody refers accounts here'),
  builder: z
    .object({
      configured: absent(z.boolean(), 'the operator alone knows whether the fee is taken'),
      address: absent(z.string(), 'it is the operator who knows it'),
      feePercent: number("The platform's fee per side, percent of the value traded", 0.01).nullable(),
    })
    .describe("The platform's fee at the venue"),
  agentWallet: z
    .object({
      created: absent(z.boolean(), 'each live deployment has a key of its own, and the account has none'),
      address: absent(z.string(), 'for the same reason'),
    })
    .describe('The key that trades for the wallet'),
};

/** Returns them for a venue. */
export function partiesAt(venue: VenueId): z.input<z.ZodObject<typeof parties>> {
  const feePercent = venueRow(venue).fees?.builderPct ?? null;
  return {
    referral: null,
    builder: { configured: null, address: null, feePercent },
    agentWallet: { created: null, address: null },
  };
}

/** What an account has, apart from its wallets. */
export const legacyAccountStatus = z
  .object({ accountTier: text('Name of its plan', 'standard'), ...parties })
  .meta({ id: 'LegacyAccountStatus', description: 'What an account has, apart from its wallets' });
