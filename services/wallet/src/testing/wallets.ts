import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Seals } from '@platform/keys/seals';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { type ObjectStore, openObjectStore } from '@platform/store/objects';
import { WalletOwners } from '../wallets/owners.js';
import { WalletCopies } from '../wallets/wallet-copies.js';
import { walletSeals } from '../wallets/wallet-seals.js';
import { type WalletParts, Wallets } from '../wallets/wallets.js';

/** Returns an empty object store in a folder that goes with the process. */
export function testObjects(): ObjectStore {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-objects-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return openObjectStore(pathToFileURL(folder).href);
}

/** Returns wallets and their owners, with seals and copies of their own. */
export function testWallets(parts: Omit<WalletParts, 'seals' | 'copies'>) {
  const logger = createLogger({ process: 'test', level: 'silent' });
  const seals = walletSeals(new Seals(new Secret(systemRandom.bytes(32)), logger));
  const copies = new WalletCopies(testObjects(), []);
  const owners = new WalletOwners(parts.connection, seals);
  return { wallets: new Wallets({ ...parts, seals, copies }), owners, seals, copies };
}
