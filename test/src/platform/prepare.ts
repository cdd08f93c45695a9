import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Platform } from './platform.js';
import { preparedDirectory } from './prepared.js';
import { withStore } from './store.js';
import { until } from './wait.js';

const COLLECTED_MS_MAX = 300_000;
/** The ports of the first platform: each copy chooses its own. */
const OWN_FILES = ['ports.json', 'logs'];

/** Makes the data directory that platforms begin with a copy of, where a run wants one and no earlier step has made it. */
export async function prepareDirectory(): Promise<void> {
  const directory = preparedDirectory();
  if (directory === undefined || (await stat(directory).catch(() => undefined)) !== undefined) return;
  await using platform = await Platform.startEmpty('others begin with a copy of its data');
  await untilCollected(platform);
  await forgetKeys(platform);
  await platform.stop();
  const unfinished = `${directory}.unfinished`;
  await mkdir(unfinished);
  await cp(platform.dataDirectory, unfinished, { recursive: true });
  for (const file of OWN_FILES) await rm(join(unfinished, file), { recursive: true, force: true });
  await rename(unfinished, directory);
}

/** Waits until the history of every market is stored. */
async function untilCollected(platform: Platform): Promise<void> {
  await withStore(platform, 'context', async (store) => {
    const uncollected = () => store.collection('tables').countDocuments({ collectedAt: null });
    await until('all tables', uncollected, (count) => count === 0, { timeoutMs: COLLECTED_MS_MAX });
  });
}

/** A copy may be started with another master key, which can't open this one's sealed keys. */
async function forgetKeys(platform: Platform): Promise<void> {
  await withStore(platform, 'wallet', async (store) => {
    await store.collection('service_keys').deleteMany({});
  });
}
