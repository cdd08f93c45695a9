import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Environment } from '../../config/index.js';
import { defaultCacheDirectory } from '../cache-directory.js';
import type { Report } from '../progress.js';
import { provision } from '../provision.js';
import { CommandFailed, findProgram, run } from '../run.js';

const BUILD_MS_MAX = 20 * 60_000;
const LOOK_MS_MAX = 60_000;
/** Where Go's own instructions put it. */
const GO_FOLDER = '/usr/local/go/bin';

/** A program in the registry of Go's modules, which only tests run. */
export interface GoProgram {
  /** Of the program, as a file name. */
  readonly name: string;
  readonly module: string;
  readonly version: string;
  /** Of the module's files, as Go writes it into what it builds; with them its own dependencies are pinned. */
  readonly sum: string;
}

/** Returns the path of Go itself; undefined where there is none. */
export function findGo(environment: Environment): string | undefined {
  return findProgram([environment['PATH'] ?? '', GO_FOLDER].join(delimiter), ['go']);
}

/** Returns the path of a program, which is built once per machine, or the reason why it can not be. */
export async function provisionGoProgram(
  program: GoProgram,
  { environment, report }: { readonly environment: Environment; readonly report: Report },
): Promise<string | { readonly missing: string }> {
  const go = findGo(environment);
  if (go === undefined) return { missing: 'there is no Go here (on Debian: the package golang, 1.25 or newer)' };
  const { name, module, version, sum } = program;
  try {
    const directory = await provision({
      cacheDir: defaultCacheDirectory(environment),
      name: `test-${name}`,
      digest: createHash('sha256').update(`${module}@${version} ${sum}`).digest('hex'),
      install: (folder) => build(program, { go, folder, environment, report }),
      report,
    });
    return join(directory, name);
  } catch (error) {
    if (error instanceof CommandFailed) return { missing: error.message };
    throw error;
  }
}

interface Build {
  readonly go: string;
  readonly folder: string;
  readonly environment: Environment;
  readonly report: Report;
}

async function build(program: GoProgram, { go, folder, environment, report }: Build): Promise<void> {
  const { name, module, version, sum } = program;
  // What Go keeps of a build is fifteen times as large as the program, and of no use afterwards.
  const cache = join(folder, 'build-cache');
  const env = { ...environment, GOBIN: folder, GOCACHE: cache, CGO_ENABLED: '0', GOFLAGS: '-trimpath' };
  report(`building ${module}@${version}`);
  const source = `${module}/cmd/${name}@${version}`;
  await run(go, ['install', source], { env, timeoutMs: BUILD_MS_MAX, onLine: (line) => report(line.trim()) });
  await rm(cache, { recursive: true, force: true });
  const lines: string[] = [];
  const look = { env, timeoutMs: LOOK_MS_MAX, onLine: (line: string) => lines.push(line.trim()) };
  await run(go, ['version', '-m', join(folder, name)], look);
  if (!lines.includes(['mod', module, version, sum].join('\t')))
    throw new Error(`${source} is not what it was when it was chosen: it is not used`);
}
