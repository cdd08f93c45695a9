import { fileURLToPath } from 'node:url';
import { defaultCacheDirectory, provisionPythonPackages, run } from '@platform/kit/provisioning';

const RUN_MS_MAX = 2 * 60_000;
const REQUIREMENTS = new URL('../../requirements/', import.meta.url);

/** A Python with the packages of a lock file under `test/requirements`, installed into the cache the first time. */
export function provisionPython(name: string): Promise<string> {
  return provisionPythonPackages(fileURLToPath(new URL(`${name}.lock`, REQUIREMENTS)), {
    name: `test-${name}`,
    cacheDir: defaultCacheDirectory(process.env),
    environment: process.env,
  });
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
