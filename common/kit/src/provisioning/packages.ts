import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../config/index.js';
import { sha256OfFile } from './digest.js';
import { provision } from './provision.js';
import { run } from './run.js';

const INSTALL_MS_MAX = 10 * 60_000;
const ignore = () => {};

/** Locked packages that only tools need: what `npm ci` of the repository does not bring. */
interface LockedPackages {
  /** Of the part in the cache, as a file name. */
  readonly name: string;
  readonly cacheDir: string;
  /** Of the installers. */
  readonly environment: Environment;
}

/** Installs the packages of a folder with `package-lock.json` into the cache on first use; returns a folder with `node_modules`. */
export async function provisionNpmPackages(folder: string, options: LockedPackages): Promise<string> {
  const { name, cacheDir, environment } = options;
  return provision({
    cacheDir,
    name,
    digest: await sha256OfFile(join(folder, 'package-lock.json')),
    install: async (partial) => {
      await mkdir(partial, { recursive: true });
      for (const file of ['package.json', 'package-lock.json']) await cp(join(folder, file), join(partial, file));
      const { NODE_OPTIONS: _ofThisProcess, ...env } = environment;
      const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      await run('npm', args, { cwd: partial, env, timeoutMs: INSTALL_MS_MAX, onLine: ignore });
    },
    report: ignore,
  });
}

/** Installs the packages of a lock file with hashes into the cache on first use; returns the Python that sees them. */
export async function provisionPythonPackages(lockFile: string, options: LockedPackages): Promise<string> {
  const { name, cacheDir, environment } = options;
  const directory = await provision({
    cacheDir,
    name,
    digest: await sha256OfFile(lockFile),
    install: async (partial) => {
      const running = { env: environment, timeoutMs: INSTALL_MS_MAX, onLine: ignore };
      await run('python3', ['-m', 'venv', partial], running);
      const safety = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check'];
      const args = ['-m', 'pip', 'install', '--quiet', ...safety, '--requirement', lockFile];
      await run(join(partial, 'bin', 'python'), args, running);
    },
    report: ignore,
  });
  return join(directory, 'bin', 'python');
}
