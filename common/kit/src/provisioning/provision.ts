import { access, chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HeldLock, tryLock } from './lock.js';
import type { Report } from './progress.js';
import { markInUse } from './use.js';

const DIGEST_LENGTH = 16;
const ATTEMPTS = 3;
const WAIT_STEP_MS = 250;
const WAIT_LIMIT_MS = 20 * 60_000;

/** A part and all that decides its content. */
interface Part {
  cacheDir: string;
  /** The part's name, as a file name. */
  name: string;
  /** Hexadecimal digest of all that decides the content, such as its lock file. */
  digest: string;
}

/** Returns the finished directory of a part; undefined where it is not installed. */
export async function provisionedDirectory(part: Part): Promise<string | undefined> {
  const directory = provisionedPath(part);
  return (await exists(directory)) ? directory : undefined;
}

/**
 * Makes sure that a part which `npm ci` does not bring is installed, and returns its finished directory, `<cacheDir>/<name>-<first 16
 * characters of digest>`, absolute and never changed again.
 *
 * `install` fills the given directory, which is renamed when it returns: the installed files must not hold their own path. Of several
 * processes that start at once, one installs and the others wait; the remains of an interrupted one are never used and are removed. Rejects
 * with the error of `install`, leaving nothing behind.
 */
export async function provision(
  options: Part & {
    install: (directory: string, report: Report) => Promise<void>;
    report: Report;
    /** Marks it as used until this process ends, so that `removeUnused` leaves it. */
    markInUse?: boolean;
  },
): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const directory = await provisionOnce(options);
    if (options.markInUse !== true || (await markInUse(directory))) return directory;
  }
  throw new Error(`${options.name} was removed ${ATTEMPTS} times as soon as it was installed`);
}

async function provisionOnce(options: Parameters<typeof provision>[0]): Promise<string> {
  const { install, report } = options;
  const directory = provisionedPath(options);
  if (await exists(directory)) return directory;
  await mkdir(dirname(directory), { recursive: true });
  const lock = await waitForLock(directory, report);
  if (lock === undefined) return directory;
  try {
    if (!(await exists(directory))) await installOnce(directory, install, report);
  } finally {
    await lock.release();
  }
  return directory;
}

/** Returns where a part is installed, whether or not it is there. */
export function provisionedPath({ cacheDir, name, digest }: Part): string {
  if (!/^[0-9a-f]{16,}$/.test(digest)) throw new Error(`the digest of ${name} must be hexadecimal`);
  return join(resolve(cacheDir), `${name}-${digest.slice(0, DIGEST_LENGTH)}`);
}

/** Holds the lock of the directory, or `undefined` once another process has finished it. */
async function waitForLock(directory: string, report: Report): Promise<HeldLock | undefined> {
  for (let waitedMs = 0; waitedMs < WAIT_LIMIT_MS; waitedMs += WAIT_STEP_MS) {
    const lock = await tryLock(`${directory}.lock`);
    if (lock.held) return lock;
    report(`waiting for process ${lock.owner.pid}, which is installing it`);
    await sleep(WAIT_STEP_MS);
    if (await exists(directory)) return undefined;
  }
  throw new Error(`${directory} is still being installed by another process after ${WAIT_LIMIT_MS / 60_000} minutes`);
}

async function installOnce(
  directory: string,
  install: (directory: string, report: Report) => Promise<void>,
  report: Report,
): Promise<void> {
  await sweep(directory);
  const partial = await mkdtemp(`${directory}.partial-`);
  try {
    // Nothing in it is secret, and an isolated process of another user must be able to read it.
    await chmod(partial, 0o755);
    await install(partial, report);
    // The rename commits the installation: before it, there is no finished directory.
    await rename(partial, directory);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/**
 * Only the holder of the lock installs: any partial directory was left by an interrupted run. Processes of that run may still write: they
 * find no directory once it is renamed.
 */
async function sweep(directory: string): Promise<void> {
  const prefix = `${basename(directory)}.partial-`;
  for (const entry of await readdir(dirname(directory))) {
    if (!entry.startsWith(prefix)) continue;
    const left = join(dirname(directory), entry);
    await rename(left, `${left}-swept`);
    await rm(`${left}-swept`, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
