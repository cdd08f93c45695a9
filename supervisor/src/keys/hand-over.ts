import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@platform/kit/files';
import type { Secrets } from '../secrets.js';
import type { Workload } from '../workload-keys.js';

/** What a process finds in its folder. */
interface Belongings {
  /** Files by the name that they get, with where they are copied from. */
  readonly files: Readonly<Record<string, string>>;
  /** Variables that it is started with. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Writes what a process holds into its folder, readable by its owner alone unless `mode` says otherwise. */
export async function handOver(folder: string, { files, environment }: Belongings, mode = 0o600): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, source] of Object.entries(files))
    await writeWhole(join(folder, name), await readFile(source), mode);
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writeWhole(join(folder, 'environment'), lines.join(''), 0o600);
}

/** Does the same for a process that calls others in its own name: its key, and the public keys of all. */
export function handOverWorkload(
  folder: string,
  workload: Workload,
  { secrets, environment }: { secrets: Secrets; environment: Readonly<Record<string, string>> },
): Promise<void> {
  const files = {
    'workload.jwk.json': secrets.workloadKeyFile(workload),
    'trusted-keys.json': secrets.trustedKeysFile,
  };
  return handOver(folder, { files, environment });
}
