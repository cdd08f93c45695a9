import { stat } from 'node:fs/promises';
import { sha256OfFile } from '@platform/kit/provisioning';
import { LRUCache } from 'lru-cache';

const FILES_MAX = 10_000;

/** Files whose digests were checked: each is read once while it stays as it was. */
export class VerifiedFiles {
  /** Digests already checked, by path, with the state of the file that they were checked in. */
  readonly #checked = new LRUCache<string, string>({ max: FILES_MAX });

  /** Returns whether a file has a digest; undefined where there is no file. */
  async check(path: string, sha256: string): Promise<boolean | undefined> {
    const state = await stateOf(path);
    if (state === undefined) return undefined;
    if (this.#checked.get(path) === `${sha256} ${state}`) return true;
    const found = await unlessAbsent(sha256OfFile(path));
    if (found === sha256) this.#checked.set(path, `${sha256} ${state}`);
    return found === undefined ? undefined : found === sha256;
  }
}

/**
 * Returns the properties that change with a file's bytes: its inode, its size, and when its bytes and its entry were last changed. The last
 * one can't be set back. Undefined: there is no file.
 */
async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

/** Returns the result of a read; undefined where there is no such file. */
export async function unlessAbsent<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  return reading.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** Returns the code of an error of the operating system; undefined for another error. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
