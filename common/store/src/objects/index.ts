import { fileURLToPath } from 'node:url';
import { FileObjectStore } from './file-store.js';
import type { ObjectStore } from './store.js';

export { NoRoomError, ObjectCorruptedError, type ObjectStore } from './store.js';

/** Returns the store at an address: `file:///path`. Throws for a scheme that is not supported. */
export function openObjectStore(url: string): ObjectStore {
  if (!url.startsWith('file://')) throw new Error(`OBJECT_STORE_URL: ${new URL(url).protocol} is not supported`);
  return new FileObjectStore(fileURLToPath(url));
}
