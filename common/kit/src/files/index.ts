import { lstat, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Replaces a file atomically: a reader sees the old content or the new, even after a kill in the middle. */
export async function writeWhole(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const partial = `${file}.partial`;
  const handle = await open(partial, 'w', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
}

/** Returns how many bytes the files below a folder hold; what goes meanwhile doesn't count, and neither does what a link leads to. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const found = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += found?.size ?? 0;
  }
  return bytes;
}
