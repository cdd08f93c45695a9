import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, test } from '@jest/globals';
import { defaultCacheDirectory, run } from '@platform/kit/provisioning';
import { freqtrade } from './freqtrade/definition.js';
import { nautilus } from './nautilus/definition.js';
import { provisionRequirements } from './python/environment.js';
import { findInterpreter } from './python/interpreter.js';

const FRAMEWORKS = fileURLToPath(new URL('../../../../frameworks/', import.meta.url));

const definitions = [freqtrade, nautilus] as const;

let checks: string;
/** Where each framework and what it needs are installed. */
const packages = new Map<string, string>();

beforeAll(async () => {
  const options = { cacheDirectory: defaultCacheDirectory(process.env), environment: process.env, report: () => {} };
  const interpreter = await findInterpreter(process.env);
  const tools = await readFile(join(FRAMEWORKS, 'requirements-dev.lock'), 'utf8');
  checks = await provisionRequirements({ name: 'frameworks-checks', lock: tools, relatives: [] }, interpreter, options);
  for (const { id, images } of definitions) {
    const { lock } = images[0];
    const framework = await provisionRequirements({ name: id, lock, relatives: [] }, interpreter, options);
    packages.set(id, join(framework, 'lib', `python${interpreter.version}`, 'site-packages'));
  }
}, 10 * 60_000);

/** Runs a tool of the checks' environment in the folder of the Python sides; rejects with its last lines. */
async function check(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const quiet = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', HOME: checks, ...env };
  await run(join(checks, 'bin', 'python'), ['-m', ...args], { cwd: FRAMEWORKS, env: quiet, timeoutMs: 110_000 });
}

describe('the Python side', () => {
  test('is formatted', () => check(['ruff', 'format', '--no-cache', '--check', '.']));

  test('has no lint', () => check(['ruff', 'check', '--no-cache', '.']));

  test('has strict types', async () => {
    const folders = definitions.flatMap(({ id }) => [`${id}/harness`, `${id}/tests`]);
    await check(['mypy', '--cache-dir', '/dev/null', 'common', ...folders]);
  });

  test.each(definitions)(
    'passes its unit tests beside $id',
    async ({ id }) => {
      const shared = id === definitions[0].id ? ['common/tests'] : [];
      await check(['pytest', ...shared, `${id}/tests`], { PYTHONPATH: packages.get(id) ?? '' });
    },
    300_000,
  );
});
