import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OutputFile } from 'esbuild';

/** Replaces the files of a folder: each atomically, since a platform may be starting from them. */
export async function replace(
  directory: string,
  isOurs: (name: string) => boolean,
  files: readonly Pick<OutputFile, 'path' | 'contents'>[],
): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const { path, contents } of files) {
    await mkdir(dirname(path), { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, contents);
    await rename(unfinished, path);
  }
  const current = new Set(files.map(({ path }) => path));
  const found = (await readdir(directory)).filter(isOurs).map((name) => join(directory, name));
  await Promise.all(found.filter((path) => !current.has(path)).map((path) => rm(path, { force: true })));
}
