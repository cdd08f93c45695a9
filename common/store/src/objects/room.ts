import { statfs } from 'node:fs/promises';
import { NoRoomError } from './store.js';

/** Space that is kept free: a tenth of a volume, at most this much. */
const FREE_BYTES = 1024 ** 3;
const FREE_SHARE = 0.1;

/** Throws `NoRoomError` while the free space of the volume that a folder is on is low. */
export async function requireFreeSpace(directory: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(directory);
  const leastBytes = Math.min(FREE_BYTES, blocks * bsize * FREE_SHARE);
  if (bavail * bsize < leastBytes) throw new NoRoomError(bavail * bsize, leastBytes, directory);
}

/** Returns the free space of the volume that a folder is on. */
export async function freeSpaceOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
