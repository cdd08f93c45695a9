// Why: docs/decisions/edge/older-accounts.md
import { type VenueId, venueRow } from '@platform/venues/registry';
import { z } from 'zod';
import { number, text } from '../../routes/fields.js';

const nothing = (why: string) => z.null().meta({ description: `Null: ${why}`, examples: [null] });

/** What the older surface told of others who are part of an account: who referred it, who takes a fee, and which key trades. */
export const parties = {
  referral: nothing('nobody refers accounts here'),
  builder: z
    .object({
      configured: nothing('the operator alone knows whether the fee is taken'),
      address: nothing('it is the operator who knows it'),
      feePercent: number("The platform's fee per side, percent of the value traded", 0.01).nullable(),
    })
    .describe("The platform's fee at the venue"),
  agentWallet: z
    .object({
      created: nothing('each live deployment has a key of its own, and the account has none'),
      address: nothing('for the same reason'),
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
