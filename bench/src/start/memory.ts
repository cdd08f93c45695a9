import { readFile } from 'node:fs/promises';

/** The memory of a process. */
export interface Memory {
  /** Its resident pages (RSS). */
  readonly residentKib: number;
  /** The same, with each shared page divided among its processes (PSS): the sum is the memory in use. */
  readonly proportionalKib: number;
}

/** Reads the kernel's numbers (/proc/<pid>/smaps_rollup). */
export async function memoryOf(processId: number): Promise<Memory> {
  const text = await readFile(`/proc/${processId}/smaps_rollup`, 'utf8');
  return { residentKib: kibibytes(text, 'Rss'), proportionalKib: kibibytes(text, 'Pss') };
}

function kibibytes(text: string, name: string): number {
  const found = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`the kernel does not state ${name}`);
  return Number(found);
}
