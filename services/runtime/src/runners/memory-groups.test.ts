import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { MemoryGroups } from './memory-groups.js';

/** Beyond every process id that the kernel gives. */
const NOBODY = 2 ** 22 + 1;
let root: string;
let parent: string;

// A memory controller of the first version as its files are, in a folder.
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'memory-groups-'));
  parent = join(root, 'controller', 'own');
  await mkdir(join(root, 'proc', 'self'), { recursive: true });
  await mkdir(parent, { recursive: true });
  await writeFile(join(root, 'proc', 'self', 'cgroup'), '4:memory:/own\n');
  const mount = '30 25 0:26 / /controller rw,relatime - cgroup cgroup rw,memory';
  await writeFile(join(root, 'proc', 'self', 'mountinfo'), `${mount}\n`);
  await writeFile(join(parent, 'cgroup.procs'), '');
});

afterEach(() => rm(root, { recursive: true }));

test('what a process that is gone left is removed, what one that runs has made stays', async () => {
  const kept = [`strategy-${process.ppid}-aa`, `strategy-${process.pid}-bb`].sort();
  for (const name of [...kept, `strategy-${NOBODY}-cc`, 'strategy-dd']) await mkdir(join(parent, name));
  expect(MemoryGroups.find(systemRandom, root)).toBeDefined();
  expect((await readdir(parent)).filter((name) => name.startsWith('strategy-')).sort()).toEqual(kept);
});

test('a group tells the processor time that the kernel counts with its memory, and none where it counts none', async () => {
  const group = MemoryGroups.find(systemRandom, root)?.create(1);
  if (group === undefined) throw new Error('no group');
  expect(await group.usedProcessorMs()).toBeUndefined();
  // As a control group of the second version has it.
  await writeFile(join(dirname(group.processesFile), 'cpu.stat'), 'usage_usec 1234567\nuser_usec 1000000\n');
  expect(await group.usedProcessorMs()).toBe(1234.567);
});
