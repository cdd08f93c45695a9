import { venueRow, venuesOffering } from '@platform/venues/registry';
import { z } from 'zod';
import type { TradingAccountFieldsFragment } from '../../../generated/operations.js';
import { count, exampleVenue, text, timestamp, usd } from '../../fields.js';
import { address, yesNoUnknown } from '../../wallet/fields.js';

const EXAMPLE_ID = `tac_${exampleVenue}_0x1000000000000000000000000000000000000001`;

/** One form per venue where wallets trade: its amounts by their names in the registry. */
const forms = venuesOffering('setup').map((venue) => {
  const { name, accountFigures = [] } = venueRow(venue);
  const figure = usd.nullable().describe('US dollars; null, never zero, while the venue can not be read');
  return z
    .strictObject({ onboarded: yesNoUnknown, ...Object.fromEntries(accountFigures.map((each) => [each, figure])) })
    .meta({ id: `${name}AccountDetails`, description: `What ${name} shows of a trading account now` });
});
const details = z.union(forms).describe('What the venue shows now; its members depend on the venue');

/** A trading account. */
export const tradingAccount = z
  .object({
    id: text('The trading account', EXAMPLE_ID),
    venue: text('Venue', exampleVenue),
    account_index: count('Its place among those of the venue; 0 is the primary wallet', 0),
    label: text('Name that its owner gave it', 'Primary'),
    wallet_address: address('The managed wallet that trades'),
    status: z
      .enum(['active', 'pending'])
      .describe('`active` once the wallet has an account at the venue; a setup makes one'),
    is_default: z.boolean().describe('Whether it trades where a request names no account'),
    created_at: timestamp,
    details,
  })
  .meta({ id: 'TradingAccount', description: 'A managed wallet at a venue' });

/** Returns a trading account in its REST form. */
export function toTradingAccount(fields: TradingAccountFieldsFragment): z.input<typeof tradingAccount> {
  const { id, venue, accountIndex, label, walletAddress, status, isDefault, createdAt } = fields;
  const { onboarded, figures } = fields.details;
  return {
    id,
    venue,
    account_index: accountIndex,
    label,
    wallet_address: walletAddress,
    status,
    is_default: isDefault,
    created_at: createdAt,
    details: {
      onboarded: onboarded ?? 'unknown',
      ...Object.fromEntries(figures.map(({ name, usd: amount }) => [name, amount])),
    },
  };
}

/** The path of one trading account. */
export const accountPath = z.strictObject({
  venue: text('Venue', exampleVenue),
  id: text('The trading account', EXAMPLE_ID),
});

/** The refusals of a path that names a venue where wallets trade. */
export const venueRefusals = ['venue_not_supported', 'feature_not_available', 'wallet_repository_unavailable'] as const;
