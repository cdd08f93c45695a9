import { ofEach, statOf } from '../processes.js';

/** The unit of the times, fixed on Linux. */
const TICK_MS = 10;
/** Places of utime and stime. */
const UTIME = 11;
const STIME = 12;

/** Processor time that a process has used so far: what other work on the machine does not distort. */
async function cpuMs(processId: number): Promise<number> {
  const fields = await statOf(processId);
  return (Number(fields[UTIME]) + Number(fields[STIME])) * TICK_MS;
}

/** Processor time of each of these processes, by name. */
export function cpuMsOf(processes: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
  return ofEach(processes, cpuMs);
}
