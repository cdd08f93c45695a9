import { readdir, readFile } from 'node:fs/promises';

/** The process ids of a process and all its descendants. */
export async function readProcessTree(processId: number): Promise<number[]> {
  const children = await readChildren(processId);
  return [processId, ...(await Promise.all(children.map(readProcessTree))).flat()];
}

/** The process ids of a process's children, whichever of its threads started them. */
export async function readChildren(processId: number): Promise<number[]> {
  const folder = `/proc/${processId}/task`;
  // ENOENT where it has ended.
  const threads = await readdir(folder).catch(() => []);
  const texts = await Promise.all(threads.map((thread) => readIfPresent(`${folder}/${thread}/children`)));
  return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
}

/**
 * The bytes of memory that processes together hold; files that are merely mapped don't count.
 * What forked processes still share is counted once, but only above `exactAboveBytes`: telling it apart is costly.
 */
export async function heldMemoryBytes(processIds: readonly number[], exactAboveBytes: number): Promise<number> {
  const resident = await sumOf(processIds, 'status', /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  if (resident <= exactAboveBytes) return resident;
  return sumOf(processIds, 'smaps_rollup', /^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm);
}

/** Clock ticks of `/proc`, which are a hundredth of a second on every Linux. */
const TICK_MS = 10;

/** The processor time that processes and those that they waited for have used. */
export async function usedProcessorMs(processIds: readonly number[]): Promise<number> {
  const stats = await Promise.all(processIds.map((processId) => readIfPresent(`/proc/${processId}/stat`)));
  const ticks = stats.flatMap((stat) => {
    // Behind the name, which may hold anything: utime, stime, cutime and cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).map(Number);
  });
  return ticks.reduce((sum, value) => sum + value, 0) * TICK_MS;
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
