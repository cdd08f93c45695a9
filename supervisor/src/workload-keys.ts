import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';
import { z } from 'zod';

/** Processes that call others in their own name, each with a key of its own. */
export const WORKLOADS = [
  'gateway',
  'identity',
  'wallet',
  'context',
  'runtime',
  'feed',
  'execution',
  'venue-proxy',
] as const;
export type Workload = (typeof WORKLOADS)[number];

const PrivateJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
});
type WorkloadKey = z.output<typeof PrivateJwk>;

/** A key and whose it is. */
interface OwnedKey {
  readonly workload: Workload;
  readonly key: WorkloadKey;
}

/** Where the keys are. */
export interface WorkloadKeyFiles {
  readonly trustedKeysFile: string;
  workloadKeyFile(workload: Workload): string;
}

/** A new key, the n-th of its workload. */
export function makeWorkloadKey(workload: Workload, generation: number): WorkloadKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return PrivateJwk.parse({ ...privateKey.export({ format: 'jwk' }), kid: `${workload}-${generation}` });
}

/** A key from the text of its file. */
export function parseWorkloadKey(text: string): WorkloadKey {
  return PrivateJwk.parse(JSON.parse(text));
}

/** Writes the public parts: what every verifier reads. */
export async function writeTrustedKeys(file: string, owned: readonly OwnedKey[]): Promise<void> {
  const keys = owned.map(({ workload, key: { d: _private, ...publicKey } }) => ({
    ...publicKey,
    ...{ workload, use: 'sig', alg: 'EdDSA' },
  }));
  await writeWhole(file, `${JSON.stringify({ keys }, null, 2)}\n`);
}

/** A verifier that has just read the keys reads them again for an unknown one after a second. */
const PUBLISHED_MS = 3_000;
/** Longer than an old key is still signed with, and what it signed is valid: 5 s and 60 s. */
const OVERLAP_MS = 120_000;

/**
 * Gives every workload a new key while all of them run: both are trusted before the new one signs, and until nothing that
 * the old one signed is valid. A start after a kill in the middle trusts what the private files then hold.
 */
async function rotateWorkloadKeys(files: WorkloadKeyFiles, clock: Clock, signal: AbortSignal): Promise<void> {
  const old = await Promise.all(
    WORKLOADS.map(async (workload) => {
      return { workload, key: parseWorkloadKey(await readFile(files.workloadKeyFile(workload), 'utf8')) };
    }),
  );
  const next = old.map(({ workload, key: { kid } }) => {
    const generation = Number(kid.slice(kid.lastIndexOf('-') + 1)) + 1;
    return { workload, key: makeWorkloadKey(workload, generation) };
  });
  await writeTrustedKeys(files.trustedKeysFile, [...old, ...next]);
  await clock.sleep(PUBLISHED_MS, signal);
  for (const { workload, key } of next)
    await writeWhole(files.workloadKeyFile(workload), `${JSON.stringify(key)}\n`, 0o600);
  await clock.sleep(OVERLAP_MS, signal);
  await writeTrustedKeys(files.trustedKeysFile, next);
}

/** Rotates the keys again and again until stopped. */
export function startKeyRotation(
  files: WorkloadKeyFiles,
  { intervalMs, clock, say }: { intervalMs: number; clock: Clock; say: (line: string) => void },
): { close(): Promise<void> } {
  const stop = new AbortController();
  const rotate = async () => {
    while (!stop.signal.aborted) {
      try {
        await clock.sleep(intervalMs, stop.signal);
        await rotateWorkloadKeys(files, clock, stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) say(`the keys of the processes could not be rotated: ${error}`);
      }
    }
  };
  const rotating = rotate();
  return {
    close: async () => {
      stop.abort();
      await rotating;
    },
  };
}
