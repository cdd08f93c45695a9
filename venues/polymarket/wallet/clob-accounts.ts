import { PlatformError } from '@platform/errors';
import { Secret } from '@platform/kit/config';
import type { Address } from 'viem';
import type { AccountSecrets } from '../../trading-accounts/index.js';
import { type ClobCredentials, credentialsText, depositWalletOf, readCredentials } from '../codec/index.js';
import type { ClobAccounts } from './signing.js';

/** Returns what the venue knows wallets by: credentials from the vault. Throws `account_not_ready` for a wallet without any. */
export function clobAccounts(secrets: AccountSecrets): ClobAccounts {
  return async (keyAddress) => {
    const credentials = await keptCredentials(secrets, keyAddress);
    if (credentials === undefined) throw new PlatformError('account_not_ready', { details: { venue: 'polymarket' } });
    return { depositWallet: depositWalletOf(keyAddress), credentialsOf: keyAddress, credentials };
  };
}

/** Returns the credentials that are kept of a wallet; undefined for none. */
export function keptCredentials(secrets: AccountSecrets, keyAddress: Address): Promise<ClobCredentials | undefined> {
  return secrets.use(keyAddress, (secret) => readCredentials(secret.reveal().toString()));
}

/** Keeps a wallet's credentials; what was sealed is erased. */
export async function keepCredentials(
  secrets: AccountSecrets,
  keyAddress: Address,
  credentials: ClobCredentials,
): Promise<void> {
  const plain = Buffer.from(credentialsText(credentials));
  try {
    await secrets.put(keyAddress, new Secret(plain));
  } finally {
    plain.fill(0);
  }
}
