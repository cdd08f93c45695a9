import type { Store } from '../../store/store.js';
import { type Credentials, credentialsOf } from './credentials.js';

/** Makes a key; undefined where the address has one with this nonce. */
export function createKey(store: Store, secret: string, address: string, nonce: string): Credentials | undefined {
  return store.journal.transaction(() => {
    if (store.apiKey(address, nonce) !== undefined) return undefined;
    const key = { address, nonce, generation: store.deletedKeys(address, nonce) };
    const credentials = credentialsOf(key, secret);
    store.addKey(key, credentials.apiKey);
    return credentials;
  });
}
