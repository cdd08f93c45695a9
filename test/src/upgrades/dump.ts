/** What an earlier version kept, as its own backup took it: small, and without market data. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { z } from 'zod';
import type { Customer } from '../money/customer.js';
import { operate, runCommand } from '../platform/operator.js';
import type { Platform } from '../platform/platform.js';

const run = promisify(execFile);

/** The customer whose data it is: credentials, and what the earlier version showed of each record, by its path. */
const Owner = z.object({
  email: z.string(),
  apiKey: z.string(),
  sessionToken: z.string(),
  accountId: z.string(),
  shown: z.record(z.string(), z.unknown()),
});
type Owner = z.output<typeof Owner>;

const Manifest = z.looseObject({
  collections: z.array(z.looseObject({ database: z.string(), name: z.string(), file: z.string() })),
  objects: z.array(z.looseObject({ path: z.string() })),
});

/** Collections that the platform fills by itself: what venues tell, and the frameworks that it ships. */
const REFILLED =
  /^(context\.(tables|instruments|market_snapshots|intelligence_rounds|pending_objects)|runtime\.framework_images)$/;
/** Objects without market data. */
const KEPT_OBJECTS = /^(wallet-keys|accounts)\//;

/** Writes what a running platform keeps into one file, with its chains and what it shows of some paths to a customer. */
export async function takeDump(
  platform: Platform,
  { caller }: Customer,
  paths: readonly string[],
  file: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dump-'));
  const shown: Record<string, unknown> = {};
  for (const path of paths) shown[path] = (await caller.send('GET', path)).body;
  const { email, apiKey, sessionToken, accountId } = caller;
  const owner: Owner = { email, apiKey, sessionToken, accountId, shown };
  await writeFile(join(folder, 'owner.json'), JSON.stringify(owner, null, 2));
  const taken = await operate(platform, 'backup', join(folder, 'archive'), '--keys', join(folder, 'keys'));
  if (taken.code !== 0) throw new Error(taken.output);
  await leaveOut(join(folder, 'archive'));
  // The chains are whole in their files once their processes have stopped.
  await platform.stop();
  await cp(join(platform.dataDirectory, 'chains'), join(folder, 'chains'), { recursive: true });
  await run('tar', ['--owner=0', '--group=0', '-C', folder, '-czf', file, '.']);
  await rm(folder, { recursive: true });
}

/** Takes out of an archive what the platform fills by itself. */
async function leaveOut(archive: string): Promise<void> {
  const path = join(archive, 'manifest.json');
  const manifest = Manifest.parse(JSON.parse(await readFile(path, 'utf8')));
  const isRefilled = ({ database, name }: { database: string; name: string }) => REFILLED.test(`${database}.${name}`);
  for (const collection of manifest.collections.filter(isRefilled)) await rm(join(archive, collection.file));
  const left = manifest.objects.filter((object) => !KEPT_OBJECTS.test(object.path));
  for (const object of left) await rm(join(archive, 'objects', object.path));
  const kept = {
    ...manifest,
    collections: manifest.collections.filter((collection) => !isRefilled(collection)),
    objects: manifest.objects.filter((object) => KEPT_OBJECTS.test(object.path)),
  };
  await writeFile(path, JSON.stringify(kept));
}

/** Writes a dump into an empty data directory by the operator's command; returns whose data it is. */
export async function restoreDump(file: string, dataDirectory: string): Promise<Owner> {
  const folder = await mkdtemp(join(tmpdir(), 'dump-'));
  await run('tar', ['-C', folder, '-xzf', file]);
  const restored = await runCommand(
    'supervisor/dist/ops/main.js',
    ['restore', join(folder, 'archive'), '--keys', join(folder, 'keys')],
    { DATA_DIR: dataDirectory, PLATFORM_CACHE_DIR: defaultCacheDirectory(process.env) },
  );
  if (restored.code !== 0) throw new Error(restored.output);
  await cp(join(folder, 'chains'), join(dataDirectory, 'chains'), { recursive: true });
  const owner = Owner.parse(JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8')));
  await rm(folder, { recursive: true });
  return owner;
}
