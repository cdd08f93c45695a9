import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { identifyProcess, listInstalled, ownIdentity, provision, removeUnused } from './index.js';

const NAMES = /^tool-/;
const FILE_BYTES = 64 * 1_024;

let cacheDir: string;
beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'use-'));
});
afterEach(() => rm(cacheDir, { recursive: true, force: true }));

const install = (directory: string) => writeFile(join(directory, 'file'), Buffer.alloc(FILE_BYTES, 1));
const part = (digit: string, overrides: { install?: typeof install; markInUse?: boolean } = {}) =>
  provision({ cacheDir, name: 'tool', digest: digit.repeat(16), install, report: () => {}, ...overrides });

describe('what is installed', () => {
  test('is listed with its size, what it shares with others, and whether a process uses it', async () => {
    expect(await listInstalled(join(cacheDir, 'absent'), NAMES)).toEqual([]);
    const first = await part('1', { markInUse: true });
    await part('2', { install: (directory) => link(join(first, 'file'), join(directory, 'file')) });
    await provision({ cacheDir, name: 'other', digest: '1'.repeat(16), install, report: () => {} });
    const size = { bytes: FILE_BYTES, sharedBytes: FILE_BYTES };
    expect(await listInstalled(cacheDir, NAMES)).toEqual([
      { name: 'tool-1111111111111111', ...size, inUse: true },
      { name: 'tool-2222222222222222', ...size, inUse: false },
    ]);
  });

  test('is removed unless a process uses it; what was left half installed goes too', async () => {
    await part('1', { markInUse: true });
    await part('2');
    await mkdtemp(join(cacheDir, 'tool-3333333333333333.partial-'));
    expect(await removeUnused(cacheDir, NAMES)).toEqual(['tool-2222222222222222']);
    expect((await readdir(cacheDir)).filter((entry) => !entry.includes('used-by'))).toEqual(['tool-1111111111111111']);
    await part('2');
  });

  test('is unused again once the process that used it has ended', async () => {
    const directory = await part('1');
    const child = spawn('sleep', ['60']);
    const identity = identifyProcess(child.pid ?? 0);
    await writeFile(`${directory}.used-by-${child.pid}`, JSON.stringify(identity));
    expect(await removeUnused(cacheDir, NAMES)).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await removeUnused(cacheDir, NAMES)).toEqual(['tool-1111111111111111']);
    expect(await readdir(cacheDir)).toEqual([]);
  });

  test('is in use by another container until a minute after it last said so', async () => {
    const directory = await part('1');
    const mark = `${directory}.used-by-7-1`;
    await writeFile(mark, JSON.stringify({ ...ownIdentity(), pid: 7, namespace: '1' }));
    expect(await removeUnused(cacheDir, NAMES)).toEqual([]);
    expect(await listInstalled(cacheDir, NAMES)).toMatchObject([{ inUse: true }]);
    // A process with the same id in this container marks it too.
    await part('1', { markInUse: true });
    expect((await readdir(cacheDir)).filter((entry) => entry.includes('used-by'))).toHaveLength(2);
    const [own] = (await readdir(cacheDir)).filter((entry) => entry.includes(`used-by-${process.pid}`));
    await rm(join(cacheDir, own ?? ''));
    const then = new Date(Date.now() - 61_000);
    await utimes(mark, then, then);
    expect(await removeUnused(cacheDir, NAMES)).toEqual(['tool-1111111111111111']);
    expect(await readdir(cacheDir)).toEqual([]);
  });

  test('that is being removed while somebody asks for it is installed again', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [directory] = await Promise.all([part('1', { markInUse: true }), removeUnused(cacheDir, NAMES)]);
      expect(await readdir(directory)).toEqual(['file']);
      for (const entry of await readdir(cacheDir)) if (entry.includes('used-by')) await rm(join(cacheDir, entry));
    }
  });
});
