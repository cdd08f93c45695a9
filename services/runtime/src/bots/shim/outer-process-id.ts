import { readFile } from 'node:fs/promises';
import { readProcessTree } from '../../runners/usage.js';

/**
 * Returns the id on this machine of a process that is known by its id within a sandbox, which one of a process's descendants is; undefined
 * once it has ended.
 */
export async function outerProcessId(ancestorId: number, innerId: number): Promise<number | undefined> {
  for (const processId of await readProcessTree(ancestorId)) {
    const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
    // The ids in each of its namespaces, the innermost last.
    const ids = /^NSpid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/);
    if (ids?.at(-1) === String(innerId)) return processId;
  }
  return undefined;
}
