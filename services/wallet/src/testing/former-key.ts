/** A wallet's key as it was sealed before keys were bound to accounts. */
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import type { Address } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { encrypt, KEY_BYTES } from '../vault/aes-gcm.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import type { SealedKey } from '../vault/vault.js';

/** Makes a key and seals it in the first format. */
export function formerKey(walletId: string, masterBytes: Buffer): { address: Address; sealedKey: SealedKey } {
  const privateKey = systemRandom.bytes(KEY_BYTES);
  const { address } = privateKeyToAccount(`0x${privateKey.toString('hex')}`);
  const context = `${walletId}|${address}|1`;
  const master = new Secret(masterBytes);
  const dataKey = new Secret(systemRandom.bytes(KEY_BYTES));
  const sealedKey = {
    version: 1,
    masterKeyId: new LocalMasterKey(master, systemRandom).id,
    wrappedDataKey: encrypt(master, dataKey, context, systemRandom).toString('base64'),
    ciphertext: encrypt(dataKey, new Secret(privateKey), context, systemRandom).toString('base64'),
  };
  return { address, sealedKey };
}
