import { PlatformError } from '@platform/errors';
import { LegacyListWalletsDocument } from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import type { Ask } from '../../routes/route.js';

/** A managed wallet, as the older surface names it. */
export function ownWallet(description: string) {
  return text(description, '0x1000000000000000000000000000000000000001').regex(
    /^0x[0-9a-fA-F]{40}$/,
    'must be 0x and 40 hexadecimal digits',
  );
}

/**
 * Returns the caller's trading account at a venue by the address of its wallet; the default one without an address. Throws
 * `trading_account_not_found` for a wallet of anybody else.
 */
export async function findWallet(ask: Ask, venue: string, address: string | undefined) {
  const { tradingAccounts } = await ask(LegacyListWalletsDocument, { venue });
  const found = tradingAccounts.find(({ walletAddress, isDefault }) =>
    address === undefined ? isDefault : walletAddress.toLowerCase() === address.toLowerCase(),
  );
  if (found === undefined) throw new PlatformError('trading_account_not_found');
  return found;
}
