import { readdir, readFile } from 'node:fs/promises';

/** Returns the process ids of a process and all its descendants. */
export async function readProcessTree(processId: number): Promise<number[]> {
  const children = await readChildren(processId);
  return [processId, ...(await Promise.all(children.map(readProcessTree))).flat()];
}

/** Returns the process ids of a process's children, whichever of its threads started them. */
export async function readChildren(processId: number): Promise<number[]> {
  const folder = `/proc/${processId}/task`;
  // ENOENT where it has ended.
  const threads = await readdir(folder).catch(() => []);
  const texts = await Promise.all(threads.map((thread) => readIfPresent(`${folder}/${thread}/children`)));
  return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
}

/**
 * Returns the bytes of memory that processes together hold; files that are merely mapped don't count.
 * What forked processes still share is counted once, but only above `exactAboveBytes`: telling it apart is costly.
 */
export async function heldMemoryBytes(processIds: readonly number[], exactAboveBytes: number): Promise<number> {
  const resident = await sumOf(processIds, 'status', /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  if (resident <= exactAboveBytes) return resident;
  return sumOf(processIds, 'smaps_rollup', /^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm);
}

/** Whether a process runs nothing, having been stopped or having ended. */
export async function standsStill(processId: number): Promise<boolean> {
  const [state = ''] = fieldsOf(await readIfPresent(`/proc/${processId}/stat`));
  return ['T', 't', 'Z', 'X', ''].includes(state);
}

/** Clock ticks of `/proc`, which are a hundredth of a second on every Linux. */
const TICK_MS = 10;

/** What one process has used itself, and what those had that it waited for, in ticks. */
interface Use {
  readonly processId: number;
  readonly own: number;
  readonly waitedFor: number;
}

/**
 * The processor time of a tree of processes, from what each had used at every poll. A process that ends hands its time on to
 * the process that waits for it; where none does (SIGCHLD ignored), what was last seen of it stays counted.
 */
export class ProcessorMeter {
  #last: ReadonlyMap<string, Use> = new Map();
  #ticks = 0;

  /** Returns what was seen so far. */
  get usedMs(): number {
    return this.#ticks * TICK_MS;
  }

  /** Polls the tree's processes; one poll at a time. */
  async look(processIds: readonly number[]): Promise<void> {
    // A poll of a tree that forks may miss some of it: the earlier processes are read whether they are in it or not.
    const all = [...new Set([...processIds, ...[...this.#last.values()].map(({ processId }) => processId)])];
    const stats = await Promise.all(all.map((processId) => readIfPresent(`/proc/${processId}/stat`)));
    const now = new Map(all.flatMap((processId, index) => usesOf(processId, stats[index] ?? '')));
    let own = 0;
    let waitedFor = 0;
    for (const [name, use] of now) {
      const before = this.#last.get(name) ?? { own: 0, waitedFor: 0 };
      own += use.own - before.own;
      waitedFor += use.waitedFor - before.waitedFor;
    }
    // Of those that were waited for, this much is counted already.
    for (const [name, use] of this.#last) if (!now.has(name)) waitedFor -= use.own + use.waitedFor;
    this.#ticks += own + Math.max(0, waitedFor);
    this.#last = now;
  }
}

/** By its id and the tick it began at: ids are used again. */
function usesOf(processId: number, stat: string): [string, Use][] {
  // The 12th to the 15th are utime, stime, cutime and cstime, the 20th is starttime.
  const fields = fieldsOf(stat);
  const [user = 0, system = 0, waitedUser = 0, waitedSystem = 0] = fields.slice(11, 15).map(Number);
  const began = fields[19];
  if (began === undefined) return [];
  return [[`${processId} ${began}`, { processId, own: user + system, waitedFor: waitedUser + waitedSystem }]];
}

/** What `/proc/<id>/stat` says behind the name, which may hold anything; the first is the state. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function sumOf(processIds: readonly number[], file: string, kibibytes: RegExp): Promise<number> {
  const texts = await Promise.all(processIds.map((processId) => readIfPresent(`/proc/${processId}/${file}`)));
  const values = texts.flatMap((text) => [...text.matchAll(kibibytes)].map((match) => Number(match[1]) * 1024));
  return values.reduce((sum, value) => sum + value, 0);
}

async function readIfPresent(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    // ENOENT, or ESRCH where it ended between open and read: either way it uses nothing.
    return '';
  }
}
