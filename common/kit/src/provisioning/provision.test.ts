import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { provision } from './index.js';

const DIGEST = '0123456789abcdef0123456789abcdef';

describe('provision', () => {
  let cacheDir: string;
  beforeEach(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), 'provisioning-'));
  });
  afterEach(() => rm(cacheDir, { recursive: true, force: true }));

  const start = (behaviour: 'finish' | 'hang' | 'spawn') =>
    spawn(process.execPath, [join(import.meta.dirname, 'fixture-process.mjs'), cacheDir, behaviour], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const install = async (directory: string) => writeFile(join(directory, 'whole'), '');
  const tool = () => provision({ cacheDir, name: 'tool', digest: DIGEST, install, report: () => {} });

  test('what is installed is found again, not installed again', async () => {
    const directory = await tool();
    const again = await provision({
      cacheDir,
      name: 'tool',
      digest: DIGEST,
      install: () => Promise.reject(new Error('installed twice')),
      report: () => {},
    });
    expect(again).toBe(directory);
    expect(directory).toBe(join(cacheDir, 'tool-0123456789abcdef'));
  });

  test('another digest is another directory', async () => {
    const first = await tool();
    const second = await provision({ cacheDir, name: 'tool', digest: 'f'.repeat(64), install, report: () => {} });
    expect(second).not.toBe(first);
  });

  test('processes that start at once install once and end with the same directory', async () => {
    const outputs = await Promise.all([0, 1, 2].map(() => text(output(start('finish')))));
    expect(new Set(outputs)).toEqual(new Set([`${cacheDir}/tool-0123456789abcdef\n`]));
    expect(await readFile(join(cacheDir, 'installs'), 'utf8')).toBe('x');
    expect(await readdir(join(cacheDir, 'tool-0123456789abcdef'))).toEqual(['half', 'whole']);
  });

  test.each(['hang', 'spawn'] as const)('a killed installation is swept and done again (%s)', async (behaviour) => {
    const child = start(behaviour);
    await once(output(child), 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await readdir(cacheDir)).toEqual(expect.arrayContaining([expect.stringContaining('.partial-')]));
    const directory = await tool();
    expect(await readdir(directory)).toEqual(['whole']);
    expect((await readdir(cacheDir)).sort()).toEqual(['installs', 'tool-0123456789abcdef']);
  });

  test('a failed installation leaves nothing behind and can be repeated', async () => {
    const failing = provision({
      cacheDir,
      name: 'tool',
      digest: DIGEST,
      install: async (directory) => {
        await mkdir(join(directory, 'half'));
        throw new Error('no network');
      },
      report: () => {},
    });
    await expect(failing).rejects.toThrow('no network');
    expect(await readdir(cacheDir)).toEqual([]);
    expect(await readdir(await tool())).toEqual(['whole']);
  });

  test('a digest that could leave the cache directory is refused', async () => {
    const escaping = provision({ cacheDir, name: 'tool', digest: '../../../../outside', install, report: () => {} });
    await expect(escaping).rejects.toThrow(/must be hexadecimal/);
  });
});

function output(child: ChildProcess) {
  if (child.stdout === null) throw new Error('the child has no output');
  return child.stdout;
}
