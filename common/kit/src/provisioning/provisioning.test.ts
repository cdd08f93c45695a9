import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { defaultCacheDirectory, identifyProcess, isRunning, ownIdentity, tryLock } from './index.js';

describe('defaultCacheDirectory', () => {
  test('prefers its own variable, then the desktop standard, then the home directory', () => {
    expect(defaultCacheDirectory({ PLATFORM_CACHE_DIR: '/p', XDG_CACHE_HOME: '/x', HOME: '/h' })).toBe('/p');
    expect(defaultCacheDirectory({ XDG_CACHE_HOME: '/x', HOME: '/h' })).toBe('/x/trading-platform');
    expect(defaultCacheDirectory({ HOME: '/h' })).toBe('/h/.cache/trading-platform');
    expect(() => defaultCacheDirectory({})).toThrow(/PLATFORM_CACHE_DIR/);
  });
});

describe('process identity', () => {
  test('another run under the same process id is not taken for the first', () => {
    expect(isRunning(ownIdentity())).toBe(true);
    expect(isRunning({ pid: process.pid, startedAt: 'earlier' })).toBe(false);
  });

  test('a process that has ended is not running', async () => {
    const child = spawn('sleep', ['60']);
    const identity = identifyProcess(child.pid ?? 0);
    if (identity === undefined) throw new Error('the child is not seen');
    expect(isRunning(identity)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isRunning(identity)).toBe(false);
  });
});

describe('tryLock', () => {
  test('one owner at a time; a released or dead lock can be taken', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'provisioning-'));
    const path = join(directory, 'lock');
    await writeFile(path, JSON.stringify({ pid: process.pid, startedAt: 'before the last boot' }));
    const first = await tryLock(path);
    if (!first.held) throw new Error('a dead lock was respected');
    expect(await tryLock(path)).toEqual({ held: false, owner: ownIdentity() });
    await first.release();
    expect((await tryLock(path)).held).toBe(true);
    expect(await readdir(directory)).toEqual(['lock']);
    await rm(directory, { recursive: true });
  });
});
