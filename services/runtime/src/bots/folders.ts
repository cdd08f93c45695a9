import { join } from 'node:path';

/** What lies in the folder of a process of bots; all of it outlives the process. */
export function botFolder(folder: string) {
  return {
    /** What it is started with. */
    placement: join(folder, 'placement.json'),
    /** Held by the process that holds it: two never run at once. */
    lock: join(folder, 'lock'),
    /** Where it is spoken to. */
    socket: join(folder, 'control.sock'),
    /** What it said of itself last, once it has ended. */
    end: join(folder, 'end.json'),
    /** What went wrong with the process that holds it. */
    errors: join(folder, 'errors.log'),
    /** What its bots keep, which they alone can write to. */
    state: join(folder, 'state'),
    log: (deploymentId: string) => join(folder, 'logs', deploymentId),
  };
}
