import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const MODULE = new URL('../../dist/kill-points/index.js', import.meta.url).href;
const PROGRAM = `import { killPoint } from '${MODULE}'; killPoint('thing.before'); killPoint('thing.after'); console.log('alive');`;

function run(file: string | undefined) {
  const environment = file === undefined ? {} : { KILL_POINT_FILE: file };
  return spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: environment,
    encoding: 'utf8',
  });
}

test('an armed point kills once, another name and none leave the process alive', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'kill-points-')), 'armed');
  expect(run(undefined).stdout).toBe('alive\n');
  expect(run(file).stdout).toBe('alive\n');
  writeFileSync(file, 'other.point');
  expect(run(file).stdout).toBe('alive\n');
  writeFileSync(file, 'thing.after');
  expect(run(file).signal).toBe('SIGKILL');
  expect(existsSync(file)).toBe(false);
  expect(run(file).stdout).toBe('alive\n');
});
