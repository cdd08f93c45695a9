import { open, rename } from 'node:fs/promises';

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
