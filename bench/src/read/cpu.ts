import { readFile } from 'node:fs/promises';

/** The unit of /proc/<pid>/stat, fixed on Linux. */
const TICK_MS = 10;
/** Places of utime and stime behind the closing parenthesis of the command's name. */
const UTIME = 11;
const STIME = 12;

/** Processor time that a process has used so far: what other work on the machine does not distort. */
async function cpuMs(processId: number): Promise<number> {
  const text = await readFile(`/proc/${processId}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[UTIME]) + Number(fields[STIME])) * TICK_MS;
}

/** Processor time of each of these processes, by name. */
export async function cpuMsOf(processes: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
  const entries = [...processes].map(async ([name, id]) => [name, await cpuMs(id)] as const);
  return new Map(await Promise.all(entries));
}
