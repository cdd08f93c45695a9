import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const RUN_BUILT = fileURLToPath(new URL('run-built.ts', import.meta.url));

test('the program that a command becomes is told when the command began', async () => {
  const beforeMs = Date.now();
  const program = ['--eval', 'console.log(process.env.COMMAND_BEGAN_AT_MS)'];
  // Elsewhere than in the repository: there is nothing to build with, as in a production install.
  const { stdout } = await promisify(execFile)(process.execPath, [RUN_BUILT, ...program], {
    cwd: tmpdir(),
    env: { COMMAND_BEGAN_AT_MS: '1' },
  });
  const beganAtMs = Number(stdout);
  expect(beganAtMs).toBeGreaterThanOrEqual(beforeMs - 1);
  expect(beganAtMs).toBeLessThanOrEqual(Date.now());
});
