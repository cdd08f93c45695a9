import { join } from 'node:path';

/** What lies in the folder of a process of bots; all of it outlives the process. */
export function workloadFolder(folder: string) {
  return {
    /** What it is started with. */
    placement: join(folder, 'placement.json'),
    /** Held by the process that holds it: two never run at once. */
    lock: join(folder, 'lock'),
    /** Where it is spoken to. */
    socket: join(folder, 'control.sock'),
    /** The processes of its bots while it runs, by deployment. */
    processes: join(folder, 'processes.json'),
    /** What it said last, once it has ended. */
    end: join(folder, 'end.json'),
    /** What went wrong with the process that holds it. */
    errors: join(folder, 'errors.log'),
    /** What its bots keep: a folder each, which that bot alone can write to. */
    state: join(folder, 'state'),
    stateOf: (deploymentId: string) => join(folder, 'state', deploymentId),
    logOf: (deploymentId: string) => join(folder, 'logs', deploymentId),
  };
}
