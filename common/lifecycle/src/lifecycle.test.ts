import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const PACKAGE = fileURLToPath(new URL('../dist/index.js', import.meta.url));
const PROGRAM = `
  import { prepareProcess } from ${JSON.stringify(PACKAGE)};
  import { port } from '@platform/kit/config';
  const { environment, logger } = prepareProcess('test', { PORT: port });
  process.stdout.write(environment.PORT + ' ' + logger.level);
`;

/** Runs a process that needs a port, in an environment. */
function run(environment: Record<string, string>): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const args = ['--input-type=module', '-e', PROGRAM];
  const options = { env: environment, cwd: fileURLToPath(new URL('..', import.meta.url)) };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

test('a process has its settings and a logger at the level it was given', async () => {
  expect(await run({ PORT: '80', LOG_LEVEL: 'warn' })).toEqual({ code: 0, stdout: '80 warn', stderr: '' });
});

test.each([
  [{ PORT: 'canary' }, /^PORT: must be a whole number[^\n]*\n$/],
  [{}, /^PORT: [^\n]+\n$/],
  [{ PORT: '80', LOG_LEVEL: 'canary' }, /^LOG_LEVEL: [^\n]+\n$/],
])('a wrong environment ends it with one line that names the variable, never its value: %j', async (given, line) => {
  const { code, stdout, stderr } = await run(given);
  expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
  expect(stderr).toMatch(line);
  expect(stderr).not.toContain('canary');
});
