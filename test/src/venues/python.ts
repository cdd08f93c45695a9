import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultCacheDirectory, provision, run } from '@platform/kit/provisioning';

const INSTALL_MS_MAX = 10 * 60_000;
const RUN_MS_MAX = 2 * 60_000;
const REQUIREMENTS = new URL('../../requirements/', import.meta.url);
const ignore = () => {};

/** A Python with the packages of a lock file under `test/requirements`, installed into the cache the first time. */
export async function provisionPython(name: string): Promise<string> {
  const lockFile = fileURLToPath(new URL(`${name}.lock`, REQUIREMENTS));
  const directory = await provision({
    cacheDir: defaultCacheDirectory(process.env),
    name: `test-${name}`,
    digest: createHash('sha256').update(readFileSync(lockFile)).digest('hex'),
    install: async (partial) => {
      const options = { env: process.env, timeoutMs: INSTALL_MS_MAX, onLine: ignore };
      await run('python3', ['-m', 'venv', partial], options);
      const safety = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check'];
      await run(
        join(partial, 'bin', 'python'),
        ['-m', 'pip', 'install', '--quiet', ...safety, '--requirement', lockFile],
        options,
      );
    },
    report: ignore,
  });
  return join(directory, 'bin', 'python');
}

/** Runs a script beside this file and returns the JSON of its last line. */
export async function runScript(python: string, script: string, args: readonly string[]): Promise<unknown> {
  const lines: string[] = [];
  await run(python, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
    timeoutMs: RUN_MS_MAX,
    onLine: (line) => lines.push(line),
  });
  return JSON.parse(lines.at(-1) ?? '');
}
