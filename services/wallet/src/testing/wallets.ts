import { Seals } from '@platform/keys/seals';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { testObjects } from '@platform/store/objects/testing';
import { WalletOwners } from '../wallets/owners.js';
import { WalletCopies } from '../wallets/wallet-copies.js';
import { walletSeals } from '../wallets/wallet-seals.js';
import { type WalletParts, Wallets } from '../wallets/wallets.js';

export { testObjects };

/** Returns wallets and their owners, with seals and copies of their own. */
export function testWallets(parts: Omit<WalletParts, 'seals' | 'copies'>) {
  const logger = createLogger({ process: 'test', level: 'silent' });
  const seals = walletSeals(new Seals(new Secret(systemRandom.bytes(32)), logger));
  const copies = new WalletCopies(testObjects(), []);
  const owners = new WalletOwners(parts.connection, seals);
  return { wallets: new Wallets({ ...parts, seals, copies }), owners, seals, copies };
}
