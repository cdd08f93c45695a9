import { createHash } from 'node:crypto';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultCacheDirectory, provision, run } from '@platform/kit/provisioning';

const INSTALL_MS_MAX = 10 * 60_000;
const CLIENTS = fileURLToPath(new URL('../../clients/', import.meta.url));
const ignore = () => {};

/** The folder of the client generators and linters (`test/clients/tools`). */
export function provisionTools(): Promise<string> {
  return installed('tools', 'test-openapi-tools');
}

/** The folder that holds the MCP Inspector (`test/clients/inspector`). */
export function provisionInspector(): Promise<string> {
  return installed('inspector', 'test-mcp-inspector');
}

/** Installs the packages of a folder from its lock file into the cache on first use. */
async function installed(folder: string, name: string): Promise<string> {
  const source = join(CLIENTS, folder);
  const lockFile = await readFile(join(source, 'package-lock.json'));
  return provision({
    cacheDir: defaultCacheDirectory(process.env),
    name,
    digest: createHash('sha256').update(lockFile).digest('hex'),
    install: async (partial) => {
      await mkdir(partial, { recursive: true });
      for (const file of ['package.json', 'package-lock.json']) await cp(join(source, file), join(partial, file));
      const { NODE_OPTIONS: _jestOnly, ...env } = process.env;
      const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      await run('npm', args, { cwd: partial, env, timeoutMs: INSTALL_MS_MAX, onLine: ignore });
    },
    report: ignore,
  });
}

/** The program that prints what spectral finds. */
export const SPECTRAL = join(CLIENTS, 'tools', 'spectral.cjs');
