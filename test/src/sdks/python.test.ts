import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { run } from '@platform/kit/provisioning';
import { assemblePython, provisionPythonTools } from '@platform/sdk-generator';

const MADE_MS_MAX = 580_000;
let directory: string;
let sources: string;
let python: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sdks-'));
  sources = join(directory, 'python');
  python = await provisionPythonTools(process.env);
  await assemblePython(sources, process.env);
}, MADE_MS_MAX);

afterAll(() => rm(directory, { recursive: true, force: true }));

describe('the Python SDK, with its generated part', () => {
  test.each([
    ['is formatted', ['ruff', 'format', '--no-cache', '--check', '.']],
    ['has no lint', ['ruff', 'check', '--no-cache', '.']],
    ['has strict types', ['mypy', '--cache-dir', '/dev/null', 'trading_platform', 'tests']],
    ['passes its tests', ['unittest', 'discover', '-s', 'tests', '-t', '.']],
  ])(
    '%s',
    (_name, args) => {
      const env = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' };
      return run(python, ['-m', ...args], { cwd: sources, env, timeoutMs: MADE_MS_MAX });
    },
    MADE_MS_MAX,
  );
});
