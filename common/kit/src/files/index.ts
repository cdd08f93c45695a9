import { open, rename } from 'node:fs/promises';

/** Replaces a file as a whole: a reader, even after a kill in the middle, sees the old content or the new. */
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
