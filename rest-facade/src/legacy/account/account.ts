// Why: docs/decisions/edge/older-accounts.md
import { venuesOffering } from '@platform/venues/registry';
import { tradingAccountId } from '@platform/venues/trading-accounts';
import { z } from 'zod';
import type { LegacyAccountFieldsFragment } from '../../generated/operations.js';
import { count, text } from '../../routes/fields.js';
import { address } from '../../routes/wallet/fields.js';
import { record } from '../twins.js';

/** The venues where wallets are set up: an account of the older surface is a wallet at each of them. */
export const accountVenues = venuesOffering('setup');
/** One of them. */
export type AccountVenue = (typeof accountVenues)[number];

const [first] = accountVenues;
if (first === undefined) throw new Error('wallets are set up nowhere');

/** The first of these venues: the name of an account is the one that it has there. */
export const namingVenue: AccountVenue = first;

/** The older index of an account: the primary wallet, whose index is 0 here, was the first. */
const OLDER_INDEX_OF_PRIMARY = 1;

/** A wallet of the caller, as the older surface writes it. */
export const legacyAccount = record(
  {
    name: text('Name that its owner gave it', 'Primary'),
    account_index: count('Its place among those of its owner, from 1 on; 1 is the primary wallet', 1),
    wallet_address: address('The managed wallet'),
  },
  { id: 'LegacyAccount', description: 'A trading account: a managed wallet, at every venue' },
);

/** Returns a trading account in its older form. */
export function toLegacyAccount(fields: LegacyAccountFieldsFragment): z.input<typeof legacyAccount> {
  const { label, accountIndex, walletAddress } = fields;
  return {
    name: label,
    account_index: accountIndex + OLDER_INDEX_OF_PRIMARY,
    wallet_address: walletAddress,
  };
}

/** The path of an account. */
export const accountPath = z.strictObject({ address: address('The managed wallet, in any case') });

/** Returns the trading account of a wallet at a venue. An address of nobody, or of another account, is found by the service to be none. */
export function placeOf(venue: string, { address: wallet }: z.output<typeof accountPath>) {
  return { venue, id: tradingAccountId({ venue, address: wallet }) };
}
