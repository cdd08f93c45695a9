import { readFile } from 'node:fs/promises';

/** The process ids of a process and all its descendants. */
export async function readProcessTree(processId: number): Promise<number[]> {
  const children = await readChildren(processId);
  return [processId, ...(await Promise.all(children.map(readProcessTree))).flat()];
}

/** The process ids of a process's children. */
export async function readChildren(processId: number): Promise<number[]> {
  const text = await readIfPresent(`/proc/${processId}/task/${processId}/children`);
  return text.split(' ').filter(Boolean).map(Number);
}

/**
 * Whether processes together hold more than `maximumBytes` of memory; files that are merely mapped don't count.
 * What forked processes still share is counted once, but only when it matters: telling it apart is costly.
 */
export async function exceedsMemory(processIds: readonly number[], maximumBytes: number): Promise<boolean> {
  const resident = await sumOf(processIds, 'status', /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  if (resident <= maximumBytes) return false;
  const proportional = await sumOf(processIds, 'smaps_rollup', /^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm);
  return proportional > maximumBytes;
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
