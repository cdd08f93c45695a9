import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { mongodbAddressesFile } from '@platform/kit/descriptor';
import { sha256OfFile } from '@platform/kit/provisioning';
import type { StoredFile } from './archive.js';

/** What is being written and may be gone in a moment. */
const PARTIAL = '.partial';

/** The files below a folder by their paths, ascending; those that are being written are left out. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(PARTIAL))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** The keys of a data directory that are kept: not what says where they are used on this machine, whose ports may be taken elsewhere. */
export async function keyFiles(folder: string): Promise<string[]> {
  return (await filesBelow(folder)).filter((path) => path !== basename(mongodbAddressesFile('')));
}

/** Copies a file below another folder under the same path, and returns its digest there. */
export async function copyBelow(from: string, to: string, path: string): Promise<StoredFile> {
  const target = join(to, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await copyFile(join(from, path), target, constants.COPYFILE_FICLONE);
  return { path, bytes: (await stat(target)).size, sha256: await sha256OfFile(target) };
}

/** Copies a file of an archive to where it belongs. Throws where its bytes are not those that were stored. */
export async function putBack(archive: string, to: string, stored: StoredFile): Promise<void> {
  const copied = await copyBelow(archive, to, stored.path);
  if (copied.sha256 !== stored.sha256) throw new Error(`${join(archive, stored.path)} was changed since the backup`);
}
