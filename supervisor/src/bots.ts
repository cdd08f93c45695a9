import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, ownerOfLock, type ProcessIdentity } from '@platform/kit/provisioning';
import { z } from 'zod';

/** The processes of bots of a data directory: the runtime service starts them, and they outlive it. */

const STOP_TIMEOUT_MS = 25_000;
const STEP_MS = 50;

/** The process of each bot, by its deployment, as the process that holds them writes it down. */
const processesSchema = z.record(z.string(), z.int().positive());
/** Whose a proxy is. */
const placeSchema = z.object({ accountId: z.string(), venue: z.string() });

/** Returns the process ids of the bots that run, by their deployments. */
export async function runningBots(dataDirectory: string): Promise<ReadonlyMap<string, number>> {
  const folders = [...(await holders(dataDirectory, 'bots')).keys()];
  const texts = await Promise.all(
    folders.map((folder) => readFile(join(folder, 'processes.json'), 'utf8').catch(() => '{}')),
  );
  return new Map(texts.flatMap((text) => Object.entries(processesSchema.parse(JSON.parse(text)))));
}

/** Returns the process ids of the proxies of live bots, by the accounts that they serve. */
export async function runningProxies(dataDirectory: string): Promise<ReadonlyMap<string, number>> {
  const found = await Promise.all(
    [...(await holders(dataDirectory, 'proxies'))].map(async ([folder, { pid }]) => {
      const text = await readFile(join(folder, 'place.json'), 'utf8').catch(() => undefined);
      return text === undefined ? [] : [[placeSchema.parse(JSON.parse(text)).accountId, pid] as const];
    }),
  );
  return new Map(found.flat());
}

/** Stops bots and then their proxies, and kills those that do not stop in time: what they keep stays for the next start. */
export async function stopBots(dataDirectory: string): Promise<void> {
  await stopAll([...(await holders(dataDirectory, 'bots')).values()]);
  await stopAll([...(await holders(dataDirectory, 'proxies')).values()]);
}

async function stopAll(owners: readonly ProcessIdentity[]): Promise<void> {
  const running = () => owners.filter(isRunning);
  for (const { pid } of running()) process.kill(pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < STOP_TIMEOUT_MS && running().length > 0; waitedMs += STEP_MS) await sleep(STEP_MS);
  for (const { pid } of running()) process.kill(pid, 'SIGKILL');
  while (running().length > 0) await sleep(STEP_MS);
}

/** The processes that hold bots, or are proxies, by their folders. */
async function holders(dataDirectory: string, kind: 'bots' | 'proxies'): Promise<ReadonlyMap<string, ProcessIdentity>> {
  const folder = join(dataDirectory, kind);
  const folders = (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
  const owners = await Promise.all(folders.map(async (each) => [each, await ownerOfLock(join(each, 'lock'))] as const));
  return new Map(owners.flatMap(([each, owner]) => (owner === undefined ? [] : [[each, owner] as const])));
}
