import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ownerOfLock, ownIdentity, tryLock } from './index.js';

/** No namespace of process ids has this number. */
const ELSEWHERE = '1';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'));
  path = join(directory, 'lock');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Last touched so many seconds ago. */
async function touchedAgo(seconds: number): Promise<void> {
  const then = new Date(Date.now() - seconds * 1_000);
  await utimes(path, then, then);
}

describe('a lock of another container', () => {
  const theirs = () => ({ ...ownIdentity(), pid: 4_000_000, namespace: ELSEWHERE });

  test('is held while it is touched, though its process can not be seen', async () => {
    await writeFile(path, JSON.stringify(theirs()));
    await touchedAgo(50);
    expect(await tryLock(path)).toEqual({ held: false, owner: theirs() });
    expect(await ownerOfLock(path)).toEqual(theirs());
  });

  test('can be taken once it has not been touched for a minute', async () => {
    await writeFile(path, JSON.stringify(theirs()));
    await touchedAgo(61);
    expect(await ownerOfLock(path)).toBeUndefined();
    expect((await tryLock(path)).held).toBe(true);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(ownIdentity());
  });

  test('is dead where the machine has booted since', async () => {
    await writeFile(path, JSON.stringify({ ...theirs(), startedAt: 'an-earlier-boot:1' }));
    expect((await tryLock(path)).held).toBe(true);
  });
});

test('a lock of before namespaces were written down is read as one of this container', async () => {
  const { namespace: _namespace, ...old } = ownIdentity();
  await writeFile(path, JSON.stringify(old));
  expect(await tryLock(path)).toEqual({ held: false, owner: old });
  await writeFile(path, JSON.stringify({ ...old, startedAt: `${old.startedAt}0` }));
  expect((await tryLock(path)).held).toBe(true);
});

test('a lock is touched while it is held', async () => {
  jest.resetModules();
  jest.useFakeTimers({
    doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'performance'],
  });
  try {
    const fresh = await import('./lock.js');
    const lock = await fresh.tryLock(path);
    await touchedAgo(61);
    jest.advanceTimersByTime(10_000);
    while (Date.now() - (await stat(path)).mtimeMs > 60_000) await sleep(10);
    if (lock.held) await lock.release();
  } finally {
    jest.useRealTimers();
  }
});
