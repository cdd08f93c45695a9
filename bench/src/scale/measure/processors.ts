import { readFile } from 'node:fs/promises';
import { botHolders } from '@platform/test/deployments';
import type { Platform } from '@platform/test/platform';
import { childrenOf } from '../../backtest/workers.js';
import { statOf } from '../../processes.js';
import { memoryOf } from '../../start/memory.js';
import type { ComingAndGoing } from './workers.js';

const TICKS_A_SECOND = 100;
const KIB_A_MIB = 1_024;
/** Indices of the kernel's fields of a process, after its name. */
const [PARENT, USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED] = [1, 11, 12, 13, 14];
/** The processes of the platform that reports name; all others stand in for the world outside. */
const PARTS = new Set(['edge', 'identity', 'wallet', 'context', 'runtime', 'execution', 'mongod']);
/** The busy ones among the kernel's fields of all processors: user, nice, system, interrupts, and what was stolen. */
const BUSY = [0, 1, 2, 5, 6, 7];

/** A process with what it has used, and what its ended children had. */
interface Spent {
  readonly own: number;
  readonly ended: number;
}

const NOTHING: Spent = { own: 0, ended: 0 };

/** Reads the processor seconds of each part so far, and of the whole machine. */
export async function processorSeconds(
  platform: Platform,
  workers: ComingAndGoing,
): Promise<Readonly<Record<string, number>>> {
  const sums: Record<string, number> = {};
  const add = (name: string, seconds: number) => {
    sums[name] = (sums[name] ?? 0) + seconds;
  };
  for (const { part, id, below } of await rootsOf(platform)) {
    const { own, ended } = await spentBy(id);
    const children = await Promise.all(below.map(spentBy));
    add(part, own);
    const theirs = children.reduce((sum, child) => sum + child.own + child.ended, ended);
    if (childrenOfPart(part) === part) add(part, theirs);
  }
  add('workers', workers.seconds);
  const platformSeconds = Object.values(sums).reduce((sum, each) => sum + each, 0);
  const { user, system } = process.cpuUsage();
  const generator = (user + system) / 1e6;
  return { ...sums, generator, other: (await machineSeconds()) - platformSeconds - generator };
}

/** Reads the memory of each part, in MiB; pages that processes share are divided among them. */
export async function memoryMib(platform: Platform): Promise<Readonly<Record<string, number>>> {
  const sums: Record<string, number> = {};
  for (const { part, id, below } of await rootsOf(platform)) {
    const children = (await Promise.all(below.map(proportionalMib))).reduce((sum, each) => sum + each, 0);
    sums[part] = (sums[part] ?? 0) + (await proportionalMib(id));
    const theirs = childrenOfPart(part);
    sums[theirs] = (sums[theirs] ?? 0) + children;
  }
  return sums;
}

/** Returns the ids of the feeds' processes. */
export async function feedsOf(platform: Platform): Promise<readonly number[]> {
  const { processes } = await platform.descriptor();
  return Object.entries(processes).flatMap(([name, id]) => (name.startsWith('feed:') ? [id] : []));
}

/** A process that the platform names, and those below it that it does not name. */
interface Root {
  readonly part: string;
  readonly id: number;
  readonly below: readonly number[];
}

async function rootsOf(platform: Platform): Promise<readonly Root[]> {
  const { processes } = await platform.descriptor();
  const supervisor = Number((await statOf(processes['edge'] ?? 0))[PARENT]);
  const holders = await botHolders(platform.dataDirectory);
  const named = Object.entries(processes).filter(([name]) => !name.startsWith('bot:'));
  const roots = [
    ...named.map(([name, id]) => ({ part: partOf(name), id })),
    ...holders.map((id) => ({ part: 'bots', id })),
    { part: 'supervisor', id: supervisor },
  ];
  const ids = new Set(roots.map(({ id }) => id));
  return roots.map((root) => ({ ...root, below: unnamedBelow(root.id, ids) }));
}

function unnamedBelow(processId: number, named: ReadonlySet<number>): readonly number[] {
  const children = childrenOf(processId).filter((id) => !named.has(id));
  return [...children, ...children.flatMap((id) => unnamedBelow(id, named))];
}

/** The runtime service's children run strategies for backtests. */
function childrenOfPart(part: string): string {
  return part === 'runtime' ? 'workers' : part;
}

function partOf(name: string): string {
  if (name.startsWith('feed:')) return 'feed';
  return PARTS.has(name) ? name : 'sandbox';
}

async function spentBy(processId: number): Promise<Spent> {
  // It has ended: its parent has what it used.
  const fields = await statOf(processId).catch(() => undefined);
  if (fields === undefined) return NOTHING;
  const seconds = (...indices: readonly number[]) =>
    indices.reduce((sum, index) => sum + Number(fields[index]), 0) / TICKS_A_SECOND;
  return { own: seconds(USER, SYSTEM), ended: seconds(USER_OF_ENDED, SYSTEM_OF_ENDED) };
}

async function proportionalMib(processId: number): Promise<number> {
  const memory = await memoryOf(processId).catch(() => undefined);
  return (memory?.proportionalKib ?? 0) / KIB_A_MIB;
}

async function machineSeconds(): Promise<number> {
  const [all = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const fields = all.split(/\s+/).slice(1).map(Number);
  return BUSY.reduce((sum, index) => sum + (fields[index] ?? 0), 0) / TICKS_A_SECOND;
}
