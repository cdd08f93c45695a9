import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { FrameworkId } from '@platform/venues/registry';
import { z } from 'zod';
import { type CheckName, checkNames } from '../checks.js';

/** The protocol that the platform and its harnesses speak: `job.ts`, `validation.ts` and `frames.ts` word it. */
export const PROTOCOL = 1 as const;

/** A file below the name of its package, and nowhere else. */
const HARNESS_PATH = /^\w+(?:\/\w+)*\/\w+\.\w+$/;

/** The files of a harness by their paths, such as `freqtrade_harness/worker.py`, in an order of their own. */
const harnessSchema = z.record(z.string().regex(HARNESS_PATH), z.string());

/** The schema of an image that was kept. */
export const imageSchema = z.object({
  version: z.string(),
  protocol: z.literal(PROTOCOL),
  modules: z.object({
    worker: z.string(),
    validate: z.string(),
    everything: z.string(),
    bot: z.string().exactOptional(),
  }),
  checks: z.array(z.enum(checkNames)).exactOptional(),
  lock: z.string(),
  harness: harnessSchema,
});

/** One version of a framework: all that its environment is made of. */
export interface PythonImage {
  /** The framework's own version, for example `2026.9`. */
  readonly version: string;
  /** The protocol of the harness; an image with any other is not listed. */
  readonly protocol: typeof PROTOCOL;
  /**
   * The harness's programs: one runs a job, another reads a strategy without running it, and one runs bots, which is absent where it has
   * none; and what to import to load everything.
   */
  readonly modules: {
    readonly worker: string;
    readonly validate: string;
    readonly everything: string;
    readonly bot?: string;
  };
  /** The checks of a strategy that the harness makes; absent where it makes none. */
  readonly checks?: readonly CheckName[];
  /** Locked requirements with hashes. */
  readonly lock: string;
  /** Files by their paths, which begin with the name of a package; packages end up side by side on the import path. */
  readonly harness: Readonly<Record<string, string>>;
}

/** One version of a framework. */
export interface FrameworkImage {
  readonly id: FrameworkId;
  readonly image: PythonImage;
}

/** `sha256:` and the digest of the locked requirements and every file of the harness, names included. */
export function imageDigest({ lock, harness }: Pick<PythonImage, 'lock' | 'harness'>): string {
  const hash = createHash('sha256').update(lock);
  for (const [path, text] of Object.entries(harness)) hash.update(`\0${path}\0`).update(text);
  return `sha256:${hash.digest('hex')}`;
}

/** The files of package directories. */
export function readHarness(packages: readonly string[]): PythonImage['harness'] {
  const files = packages.flatMap((directory) =>
    pythonFiles(directory).map((file) => [
      `${basename(directory)}/${relative(directory, file)}`,
      readFileSync(file, 'utf8'),
    ]),
  );
  return harnessSchema.parse(Object.fromEntries(files));
}

/** The locked version of a package. */
export function lockedVersion(lock: string, name: string): string {
  const version = new RegExp(`^${name}==(\\S+)`, 'm').exec(lock)?.[1];
  if (version === undefined) throw new Error(`${name} is not in its lock file`);
  return version;
}

function pythonFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
