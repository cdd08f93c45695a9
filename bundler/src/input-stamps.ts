import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/**
 * Notes in a file what was made from these files of a folder, one line per file with its path and its stamp. Called last, so that
 * what was interrupted is made again.
 */
export async function writeStamps(note: string, folder: string, files: readonly string[]): Promise<void> {
  await writeFile(note, await stamped(folder, files));
}

/** Whether there is a note, and every file that it names is unchanged since. */
export async function stampsMatch(note: string, folder: string): Promise<boolean> {
  const noted = await readFile(note, 'utf8').catch(() => undefined);
  if (noted === undefined) return false;
  const files = noted.split('\n').map((line) => line.slice(0, line.indexOf('\t')));
  return (await stamped(folder, files)) === noted;
}

async function stamped(folder: string, files: readonly string[]): Promise<string> {
  const lines = files.map(async (file) => `${file}\t${await stampOf(resolve(folder, file))}`);
  return (await Promise.all(lines)).join('\n');
}

/** Returns a text by which one state of a file differs from any other. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? 'none' : `${found.mtimeMs} ${found.size}`;
}
