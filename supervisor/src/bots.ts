import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, ownerOfLock, type ProcessIdentity } from '@platform/kit/provisioning';

/** The processes of bots of a data directory: the runtime service starts them, and they outlive it. */

const STOP_TIMEOUT_MS = 25_000;
const STEP_MS = 50;

/** Returns those that run, by their names. */
export async function runningBots(dataDirectory: string): Promise<ReadonlyMap<string, ProcessIdentity>> {
  const folder = join(dataDirectory, 'bots');
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => [name, await ownerOfLock(join(folder, name, 'lock'))] as const),
  );
  return new Map(found.flatMap(([name, owner]) => (owner === undefined ? [] : [[name, owner] as const])));
}

/** Stops them, and kills those that do not stop in time: what they keep stays for the next start. */
export async function stopBots(dataDirectory: string): Promise<void> {
  const owners = [...(await runningBots(dataDirectory)).values()];
  const running = () => owners.filter(isRunning);
  for (const { pid } of running()) process.kill(pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < STOP_TIMEOUT_MS && running().length > 0; waitedMs += STEP_MS) await sleep(STEP_MS);
  for (const { pid } of running()) process.kill(pid, 'SIGKILL');
  while (running().length > 0) await sleep(STEP_MS);
}
