import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { NoRoomError } from '../store.js';
import { ObjectCache } from './object-cache.js';

const BYTES_MAX = 100;
const FILE_BYTES = 30;
const MINUTE_MS = 60_000;
/** As it was built: processes that share a cache are processes of their own. */
const MODULE = new URL('../../../dist/objects/cache/object-cache.js', import.meta.url).href;
const CLOCK = new URL('../../../../kit/dist/clock/index.js', import.meta.url).href;

let directory: string;
let clock: ManualClock;
let cache: ObjectCache;

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'object-cache-')), 'cache');
  clock = new ManualClock(Date.now());
  cache = open();
});

afterEach(() => rm(join(directory, '..'), { recursive: true }));

/** Opens it as another process would. */
const open = () => new ObjectCache({ directory, bytesMax: BYTES_MAX, keepMs: 2 * MINUTE_MS, clock });
const contentOf = (name: string) => name.repeat(FILE_BYTES);
const digestOf = (content: string) => createHash('sha256').update(content).digest('hex');
const put = (name: string, into = cache) =>
  into.add(digestOf(contentOf(name)), FILE_BYTES, (file) => writeFile(file, contentOf(name), { flag: 'r+' }));
const has = async (name: string) => (await open().find(digestOf(contentOf(name)))) !== undefined;

/** Lets the cache's clock run, second by second, until something has ended. */
async function whileWaiting(work: Promise<unknown>, eachSecond: () => Promise<void>): Promise<void> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.advance(1_000);
    await sleep(2);
    await eachSecond();
  }
  await over;
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('a file that was added is found by every process, and one that was not is not', async () => {
  expect(await has('a')).toBe(false);
  const path = await put('a');
  expect(await readFile(path ?? '', 'utf8')).toBe(contentOf('a'));
  expect(await open().find(digestOf(contentOf('a')))).toBe(path);
});

test('what was fetched and has another digest is not added, and takes no room', async () => {
  const fetch = (file: string) => writeFile(file, contentOf('b'), { flag: 'r+' });
  for (let again = 0; again < 5; again += 1)
    expect(await cache.add(digestOf(contentOf('a')), FILE_BYTES, fetch)).toBeUndefined();
  const failing = () => Promise.reject(new Error('cut'));
  for (let again = 0; again < 5; again += 1)
    await expect(cache.add(digestOf('c'), FILE_BYTES, failing)).rejects.toThrow('cut');
  for (const name of ['a', 'b', 'c']) await put(name);
  expect(await sizeOf(directory)).toBeLessThan(BYTES_MAX + 5);
});

test('a damaged file is not found, and is replaced', async () => {
  const path = (await put('a')) ?? '';
  await writeFile(path, contentOf('b'));
  expect(await has('a')).toBe(false);
  expect(await put('a')).toBe(path);
  expect(await has('a')).toBe(true);
});

test('the least recently used file goes where there is no room', async () => {
  for (const name of ['a', 'b', 'c']) {
    await put(name);
    clock.advance(MINUTE_MS);
  }
  clock.advance(3 * MINUTE_MS);
  expect(await has('a')).toBe(true);
  await put('d');
  expect([await has('a'), await has('b'), await has('c'), await has('d')]).toEqual([true, false, true, true]);
});

test('no file goes within two minutes of its use: another one waits until one may', async () => {
  for (const name of ['a', 'b', 'c']) await put(name);
  const waiting = put('d');
  const addedMs = clock.nowMs();
  let leftMs = Number.NaN;
  await whileWaiting(waiting, async () => {
    const isHere = (await readdir(directory)).includes(digestOf(contentOf('a')));
    if (Number.isNaN(leftMs) && !isHere) leftMs = clock.nowMs();
  });
  await waiting;
  expect(await has('d')).toBe(true);
  expect(leftMs - addedMs).toBeGreaterThanOrEqual(2 * MINUTE_MS);
});

test('a file gets no room where all that is there stays in use', async () => {
  for (const name of ['a', 'b', 'c']) await put(name);
  const outcome = put('d').catch((error: unknown) => error);
  await whileWaiting(outcome, async () => {
    for (const name of ['a', 'b', 'c']) await has(name);
  });
  expect(await outcome).toBeInstanceOf(NoRoomError);
  expect(String(await outcome)).toMatch(/OBJECT_CACHE_MIB/);
});

test('a file larger than the whole cache is refused', async () => {
  await expect(cache.add(digestOf('x'), BYTES_MAX + 1, async () => {})).rejects.toThrow(NoRoomError);
});

test('what a killed process was writing, and a count that it cut short, take no room for long', async () => {
  const killed = spawnUser(`await cache.add('${digestOf('x')}', 60, () => { process.kill(process.pid, 'SIGKILL'); });`);
  await killed;
  await put('a');
  await writeFile(join(directory, 'taken-bytes'), '');
  clock.advance(21 * MINUTE_MS);
  for (const name of ['b', 'c', 'd']) await put(name);
  expect(await readdir(directory)).not.toContainEqual(expect.stringContaining('partial'));
});

test('a folder that somebody removed is made again', async () => {
  await put('a');
  await rm(directory, { recursive: true });
  expect(await cache.find(digestOf(contentOf('a')))).toBeUndefined();
  await put('a');
  expect(await has('a')).toBe(true);
});

test('a folder that others may write to is refused', async () => {
  await mkdir(directory);
  await chmod(directory, 0o777);
  await expect(cache.find(digestOf('x'))).rejects.toThrow(/nobody else may write/);
});

/** Runs some code with `cache` in a process of its own; resolves when it has ended. */
async function spawnUser(code: string, bytesMax = BYTES_MAX): Promise<number | null> {
  const program = `import { ObjectCache } from '${MODULE}';
    import { systemClock } from '${CLOCK}';
    import { createHash } from 'node:crypto';
    import { writeFile } from 'node:fs/promises';
    const options = { directory: '${directory}', bytesMax: ${bytesMax}, keepMs: 0, clock: systemClock };
    const cache = new ObjectCache(options);
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [exitCode]: (number | null)[] = await once(child, 'exit');
  return exitCode ?? null;
}

test('several processes together never hold more than the limit, and each has what it added', async () => {
  const limit = 40_000;
  const code = (own: number) => `for (let index = 0; index < 40; index += 1) {
      const content = String(index % 2 === 0 ? index : ${own} * 100 + index).repeat(4_000).slice(0, 4_000);
      const sha256 = createHash('sha256').update(content).digest('hex');
      const path = (await cache.find(sha256)) ?? (await cache.add(sha256, 4_000, (file) => writeFile(file, content, { flag: 'r+' })));
      if (path === undefined) process.exit(3);
    }`;
  const ended = Promise.all([1, 2, 3, 4].map((own) => spawnUser(code(own), limit)));
  let isRunning = true;
  const stopped = ended.finally(() => {
    isRunning = false;
  });
  let largestBytes = 0;
  while (isRunning) {
    largestBytes = Math.max(largestBytes, await sizeOf(directory).catch(() => 0));
    await sleep(5);
  }
  expect(await stopped).toEqual([0, 0, 0, 0]);
  // The lock and the count are in the folder too.
  expect(largestBytes).toBeLessThan(limit + 1_000);
  expect(largestBytes).toBeGreaterThan(limit / 2);
});
