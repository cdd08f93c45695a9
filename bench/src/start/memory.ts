import { readFile } from 'node:fs/promises';

/** What a process holds of the machine's memory. */
export interface Memory {
  /** Every page that it has mapped and that is in memory. */
  readonly residentKib: number;
  /** The same, where a page that several processes share counts for each by its part: the sum is what the machine holds. */
  readonly proportionalKib: number;
}

/** As the kernel counts it (/proc/<pid>/smaps_rollup). */
export async function memoryOf(processId: number): Promise<Memory> {
  const text = await readFile(`/proc/${processId}/smaps_rollup`, 'utf8');
  return { residentKib: kibibytes(text, 'Rss'), proportionalKib: kibibytes(text, 'Pss') };
}

function kibibytes(text: string, name: string): number {
  const found = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`the kernel does not state ${name}`);
  return Number(found);
}
