import { ofEach, statOf } from '../processes.js';

/** The unit of the times, fixed on Linux. */
const TICK_MS = 10;
/** The indices of utime and stime. */
const UTIME = 11;
const STIME = 12;

/** Returns the processor time that a process has used so far, which other work on the machine does not distort. */
async function cpuMs(processId: number): Promise<number> {
  const fields = await statOf(processId);
  return (Number(fields[UTIME]) + Number(fields[STIME])) * TICK_MS;
}

/** Returns the processor time of each of these processes, by name. */
export function cpuMsOf(processes: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
  return ofEach(processes, cpuMs);
}
