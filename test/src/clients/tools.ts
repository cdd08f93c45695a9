import { createHash } from 'node:crypto';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultCacheDirectory, provision, run } from '@platform/provisioning';

const INSTALL_MS_MAX = 10 * 60_000;
const TOOLS = fileURLToPath(new URL('../../clients/tools/', import.meta.url));
const ignore = () => {};

/** The folder that holds the packages of `test/clients/tools`, installed from their lock file into the cache the first time. */
export async function provisionTools(): Promise<string> {
  const lockFile = await readFile(join(TOOLS, 'package-lock.json'));
  return provision({
    cacheDir: defaultCacheDirectory(process.env),
    name: 'test-openapi-tools',
    digest: createHash('sha256').update(lockFile).digest('hex'),
    install: async (partial) => {
      await mkdir(partial, { recursive: true });
      for (const file of ['package.json', 'package-lock.json']) await cp(join(TOOLS, file), join(partial, file));
      const { NODE_OPTIONS: _jestOnly, ...env } = process.env;
      const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      await run('npm', args, { cwd: partial, env, timeoutMs: INSTALL_MS_MAX, onLine: ignore });
    },
    report: ignore,
  });
}

/** The program that prints what spectral finds. */
export const SPECTRAL = join(TOOLS, 'spectral.cjs');
