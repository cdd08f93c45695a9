import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '@platform/kit/config';
import { run } from '@platform/kit/provisioning';
import { type OperationFacts, sdkDocument } from './document.js';
import { provisionPythonTools } from './tools.js';

const STEP_MS_MAX = 3 * 60_000;
const TEMPLATES = fileURLToPath(new URL('../templates/', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../python/', import.meta.url));
const NAME = 'trading_platform';

/**
 * Writes the whole Python SDK into a folder: what is written by hand, and the generated part, which is not committed. The folder is not there
 * yet.
 */
export async function assemblePython(to: string, environment: Environment): Promise<void> {
  const python = await provisionPythonTools(environment);
  await cp(PACKAGE, to, { recursive: true, filter: (path) => !/__pycache__|\.(mypy|ruff)_cache/.test(path) });
  const workshop = await mkdtemp(join(tmpdir(), 'sdk-'));
  try {
    const { openapi, facts } = sdkDocument();
    const input = join(workshop, 'openapi.json');
    await writeFile(input, JSON.stringify(openapi));
    const generated = join(to, NAME, 'generated');
    const files = ['--path', input, '--output-path', generated, '--custom-template-path', TEMPLATES];
    const options = ['--config', join(TEMPLATES, 'config.yml'), '--meta', 'none', '--fail-on-warning'];
    const bin = dirname(python);
    const env = { PATH: `${bin}:${environment['PATH']}`, HOME: environment['HOME'] };
    const args = ['-m', 'openapi_python_client', 'generate', ...files, ...options];
    await run(python, args, { cwd: workshop, env, timeoutMs: STEP_MS_MAX });
    await writeFile(join(generated, 'facts.py'), factsFile(facts));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** Builds the wheel of the Python SDK into a folder; returns its path. */
export async function packPython(to: string, environment: Environment): Promise<string> {
  const python = await provisionPythonTools(environment);
  const workshop = await mkdtemp(join(tmpdir(), 'sdk-'));
  try {
    const sources = join(workshop, 'python');
    await assemblePython(sources, environment);
    const wheels = join(workshop, 'wheels');
    const args = ['--quiet', '--no-deps', '--no-build-isolation', '--disable-pip-version-check', '--wheel-dir', wheels];
    const env = { PATH: environment['PATH'], HOME: environment['HOME'] };
    await run(python, ['-m', 'pip', 'wheel', ...args, sources], { env, timeoutMs: STEP_MS_MAX });
    const [wheel = ''] = await readdir(wheels);
    await mkdir(to, { recursive: true });
    await cp(join(wheels, wheel), join(to, wheel));
    return join(to, wheel);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

function factsFile({ keyIsMade, repeatable, ofSessions, errorCodes }: OperationFacts): string {
  return [
    '"""Facts of operations, each as `POST /runtime/backtests`."""',
    '',
    '# Operations whose idempotency key the SDK makes.',
    `KEY_IS_MADE: frozenset[str] = frozenset(${listOf(keyIsMade)})`,
    '',
    '# Operations that may be repeated under their key when their outcome is unknown.',
    `REPEATABLE: frozenset[str] = frozenset(${listOf(repeatable)})`,
    '',
    '# Operations that take the session token.',
    `OF_SESSIONS: frozenset[str] = frozenset(${listOf(ofSessions)})`,
    '',
    '# Every documented code of a refusal. Codes are only ever added: treat one that is not listed by its status.',
    `ERROR_CODES: frozenset[str] = frozenset(${listOf(errorCodes)})`,
    '',
  ].join('\n');
}

function listOf(names: readonly string[]): string {
  return `(\n    [${names.map((name) => `\n        ${JSON.stringify(name)},`).join('')}\n    ]\n)`;
}
