import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { readFile, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@platform/kit/clock';

const PREFIX = 'strategy-';
const REMOVE_ATTEMPTS = 20;
const REMOVE_INTERVAL_MS = 100;

/** The files of a memory controller, in the kernel's second version of control groups and in its first. */
interface Controller {
  /** Where groups are made: a folder of the controller that this process may write to. */
  readonly parent: string;
  readonly limitFiles: readonly string[];
  /** Written where they exist: no swap beside the limit, and all processes of a group end together. */
  readonly settings: Readonly<Record<string, string>>;
  readonly events: string;
}

/**
 * A control group of the kernel for one program: it counts all memory of all its processes, and memory outside of every process
 * (files in memory, shared segments, the kernel's own objects for them), and ends them beyond the limit.
 */
export interface MemoryGroup {
  /** A process that writes 0 here belongs to the group from then on, with all that it starts. */
  readonly processesFile: string;
  /** What its processes may hold together. */
  readonly limitBytes: number;
  /** Processor time of all its processes, those that have ended too; undefined where the kernel doesn't count it with the memory. */
  usedProcessorMs(): Promise<number | undefined>;
  /** Whether the kernel ended a process of the group for its memory. */
  exceeded(): Promise<boolean>;
  /** Removes the group; its processes have ended. */
  remove(): Promise<void>;
}

/** Makes memory groups where the kernel, and the system that runs this process, allow it. */
export class MemoryGroups {
  private constructor(
    private readonly controller: Controller,
    private readonly random: Random,
  ) {
    this.#sweep();
  }

  /** Undefined where no group can be made, as in an unprivileged process without a delegated one. */
  static find(random: Random, root = '/'): MemoryGroups | undefined {
    const controller = findController(root);
    return controller && new MemoryGroups(controller, random);
  }

  /** Makes a group whose processes together hold at most so much. */
  create(limitBytes: number): MemoryGroup {
    const { parent, limitFiles, settings, events } = this.controller;
    const folder = join(parent, `${PREFIX}${process.pid}-${this.random.bytes(8).toString('hex')}`);
    mkdirSync(folder);
    const present = new Set(readdirSync(folder));
    for (const file of limitFiles) if (present.has(file)) writeFileSync(join(folder, file), String(limitBytes));
    for (const [file, value] of Object.entries(settings))
      if (present.has(file)) writeFileSync(join(folder, file), value);
    return {
      processesFile: join(folder, 'cgroup.procs'),
      limitBytes,
      usedProcessorMs: () => processorMsIn(join(folder, 'cpu.stat')),
      exceeded: async () => /^oom_kill [1-9]/m.test(await readFile(join(folder, events), 'utf8')),
      remove: () => removeGroup(folder),
    };
  }

  /** Removes what a predecessor of this process left; a group of a process that runs is that one's, in use or about to be. */
  #sweep(): void {
    for (const name of readdirSync(this.controller.parent).filter((entry) => entry.startsWith(PREFIX))) {
      const [owner = ''] = name.slice(PREFIX.length).split('-');
      if (existsSync(`/proc/${owner}`)) continue;
      try {
        rmdirSync(join(this.controller.parent, name));
      } catch {
        // Its processes have not ended yet.
      }
    }
  }
}

/** Control groups of the second version count processor time whatever they are made for, those of the first only in a folder of its own. */
async function processorMsIn(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const usec = /^usage_usec (\d+)$/m.exec(text)?.[1];
  return usec === undefined ? undefined : Number(usec) / 1_000;
}

/** The kernel counts a process's memory for a moment after it has ended. */
async function removeGroup(folder: string): Promise<void> {
  for (let attempt = 1; attempt <= REMOVE_ATTEMPTS; attempt += 1) {
    try {
      return await rmdir(folder);
    } catch {
      await wait(REMOVE_INTERVAL_MS);
    }
  }
}

function findController(root: string): Controller | undefined {
  const groups = read(join(root, 'proc/self/cgroup')).split('\n');
  const mounts = read(join(root, 'proc/self/mountinfo'))
    .split('\n')
    .map((line) => line.split(' '));
  return secondVersion(root, groups, mounts) ?? firstVersion(root, groups, mounts);
}

/** Its own group, or the one above it: a group that holds processes can't be divided, which is why systemd has `DelegateSubgroup`. */
function secondVersion(root: string, groups: string[], mounts: string[][]): Controller | undefined {
  const path = groups.find((line) => line.startsWith('0::'))?.slice('0::'.length);
  const mount = mounts.find((fields) => fields.includes('cgroup2'))?.[4];
  if (path === undefined || mount === undefined) return undefined;
  const own = join(root, mount, path);
  const parent = [own, dirname(own)].find((folder) => isWritable(folder) && dividesMemory(folder));
  return parent === undefined
    ? undefined
    : {
        parent,
        limitFiles: ['memory.max'],
        settings: { 'memory.swap.max': '0', 'memory.oom.group': '1' },
        events: 'memory.events',
      };
}

function dividesMemory(folder: string): boolean {
  const control = join(folder, 'cgroup.subtree_control');
  if (/\bmemory\b/.test(read(control))) return true;
  if (!/\bmemory\b/.test(read(join(folder, 'cgroup.controllers')))) return false;
  try {
    writeFileSync(control, '+memory');
    return /\bmemory\b/.test(read(control));
  } catch {
    // The group holds processes, or belongs to another owner.
    return false;
  }
}

function firstVersion(root: string, groups: string[], mounts: string[][]): Controller | undefined {
  const line = groups.find((group) => group.split(':')[1]?.split(',').includes('memory'));
  const mount = mounts.find((fields) => fields.includes('cgroup') && fields.at(-1)?.split(',').includes('memory'))?.[4];
  if (line === undefined || mount === undefined) return undefined;
  const parent = join(root, mount, line.split(':')[2] ?? '');
  return isWritable(parent)
    ? {
        parent,
        // The second counts swap too, and must not be below the first.
        limitFiles: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
        settings: {},
        events: 'memory.oom_control',
      }
    : undefined;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(join(folder, 'cgroup.procs'), constants.W_OK);
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The kernel offers no such file here.
    return '';
  }
}
