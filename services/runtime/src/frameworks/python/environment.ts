import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Environment } from '@platform/kit/config';
import { CommandFailed, provision, provisionedDirectory, type Report, run } from '@platform/kit/provisioning';
import { NoRoomError } from '@platform/store/objects';
import { imageDigest, type PythonImage } from './image.js';
import { findInterpreter, type Interpreter } from './interpreter.js';
import { countRequirements, differenceOf } from './requirements.js';

const INSTALL_TIMEOUT_MS = 20 * 60_000;
const LINK_TIMEOUT_MS = 5 * 60_000;
const COMPILE_TIMEOUT_MS = 2 * 60_000;
/** Free space that an installation begins with at least: the largest environment takes 750 MB, and pip as much again while it unpacks. */
const FREE_BYTES = 2 * 1024 ** 3;

/** A provisioned Python environment, ready to start processes in. */
export interface PythonEnvironment {
  /** The interpreter that sees the locked requirements. */
  readonly python: string;
  /** Directory of the harness packages. */
  readonly harness: string;
  /** Every path such a process reads. */
  readonly readOnlyPaths: readonly string[];
}

/** The names of the parts of the cache that are installed here. */
export const environmentNames = /-(?:requirements|harness)-/;

/** Where an environment is installed, and what the installers run in. */
export interface ProvisionOptions {
  readonly cacheDirectory: string;
  readonly environment: Environment;
  readonly report: Report;
  /** Ends the installers, and with them what is being installed. */
  readonly signal?: AbortSignal;
  /** Space that an installation needs to begin; 2 GiB unless told otherwise. */
  readonly freeBytes?: number;
}

/** Locked requirements that are to be installed. */
export interface Requirements {
  /** Whose they are, as a file name, for example `freqtrade`. */
  readonly name: string;
  readonly lock: string;
  /** Locks of environments that hold much of the same: where one is installed, what both hold is linked instead of installed. */
  readonly relatives: readonly string[];
}

/** Where requirements are installed, and with what. */
interface Installation extends ProvisionOptions {
  readonly interpreter: Interpreter;
}

/**
 * Installs an image's locked requirements and harness into the cache unless they are there: the requirements once per
 * lock file and interpreter, the harness, which changes more often and is small, once per digest. Throws `NoRoomError` where there is
 * hardly any space left for the requirements.
 */
export async function provisionPython(
  image: PythonImage,
  requirements: Omit<Requirements, 'lock'>,
  options: ProvisionOptions,
): Promise<PythonEnvironment> {
  const { cacheDirectory: cacheDir, environment, report } = options;
  const interpreter = await findInterpreter(environment);
  const packages = await provisionRequirements({ ...requirements, lock: image.lock }, interpreter, options);
  const python = join(packages, 'bin', 'python');
  const harness = await provision({
    cacheDir,
    name: `${requirements.name}-harness`,
    digest: digestOf(imageDigest(image), packages),
    install: (directory) => installHarness(directory, image, python, options),
    report,
    markInUse: true,
  });
  return { python, harness, readOnlyPaths: [packages, harness, ...standardLibrary(interpreter)] };
}

/** Returns the directory of a virtual environment with exactly the locked packages. Throws `NoRoomError`. */
export function provisionRequirements(
  requirements: Requirements,
  interpreter: Interpreter,
  options: ProvisionOptions,
): Promise<string> {
  const { name, lock } = requirements;
  return provision({
    ...placeOf({ name, lock }, interpreter, options),
    install: (directory) => installRequirements(directory, requirements, { ...options, interpreter }),
    report: options.report,
    markInUse: true,
  });
}

function placeOf({ name, lock }: Omit<Requirements, 'relatives'>, interpreter: Interpreter, options: ProvisionOptions) {
  return {
    cacheDir: options.cacheDirectory,
    name: `${name}-requirements`,
    digest: digestOf(lock, interpreter.version, interpreter.executable),
  };
}

async function installRequirements(
  directory: string,
  { name, lock, relatives }: Requirements,
  options: Installation,
): Promise<void> {
  await requireRoom(options);
  for (const relative of relatives.filter((each) => each !== lock)) {
    const source = await provisionedDirectory(placeOf({ name, lock: relative }, options.interpreter, options));
    if (source !== undefined && (await link(source, directory, options)))
      return installDifference(directory, relative, lock, options);
  }
  options.report('creating the environment');
  await run(options.interpreter.executable, ['-m', 'venv', directory], installing(options, options.report));
  await installLocked(directory, lock, options);
}

async function requireRoom({ cacheDirectory, freeBytes: leastBytes = FREE_BYTES }: ProvisionOptions): Promise<void> {
  const { bavail, bsize } = await statfs(cacheDirectory);
  if (bavail * bsize < leastBytes) throw new NoRoomError(bavail * bsize, leastBytes, cacheDirectory);
}

/**
 * Fills a directory with links to the files of an environment, which installers replace and never rewrite. Returns false, and leaves
 * the directory empty, where it can't be done: no links on this file system, or the environment was removed meanwhile.
 */
async function link(source: string, directory: string, options: Installation): Promise<boolean> {
  options.report('linking what another version has too');
  try {
    await run('cp', ['-a', '-l', `${source}/.`, directory], { ...installing(options), timeoutMs: LINK_TIMEOUT_MS });
    return true;
  } catch (error) {
    if (!(error instanceof CommandFailed) || options.signal?.aborted) throw error;
    for (const entry of readdirSync(directory)) await rm(join(directory, entry), { recursive: true, force: true });
    return false;
  }
}

async function installDifference(directory: string, present: string, wanted: string, options: Installation) {
  const { removed, missing } = differenceOf(present, wanted);
  const uninstall = ['-m', 'pip', 'uninstall', '--yes', '--disable-pip-version-check', ...removed];
  if (removed.length > 0) await run(join(directory, 'bin', 'python'), uninstall, installing(options));
  if (missing !== '') await installLocked(directory, missing, options);
}

async function installLocked(directory: string, lock: string, options: Installation): Promise<void> {
  const lockFile = join(directory, 'requirements.lock');
  await writeFile(lockFile, lock);
  const safety = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check'];
  const pip = ['-m', 'pip', 'install', '--progress-bar', 'off', ...safety, '--requirement', lockFile];
  const onLine = reportPackages(countRequirements(lock), options.report);
  await run(join(directory, 'bin', 'python'), pip, installing(options, onLine));
  await rm(lockFile);
}

/** What an installer runs in, and the receiver of its output. */
function installing({ environment: env, signal }: Installation, onLine?: Report) {
  return { env, timeoutMs: INSTALL_TIMEOUT_MS, ...(signal && { signal }), ...(onLine && { onLine }) };
}

/** Derives the progress from pip's lines. */
function reportPackages(total: number, report: Report): Report {
  let collected = 0;
  return (line) => {
    const [, what] = /^(?:Collecting|Processing) (\S+)/.exec(line) ?? [];
    if (what !== undefined) {
      collected += 1;
      report(`downloading ${collected} of ${total} packages (${basename(what)})`);
    }
    if (line.startsWith('Installing collected packages')) report(`unpacking ${total} packages`);
  };
}

async function installHarness(
  directory: string,
  { harness, modules }: PythonImage,
  python: string,
  { environment, report, signal }: ProvisionOptions,
): Promise<void> {
  report('installing the harness');
  for (const [path, text] of Object.entries(harness)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  // Compiled now, because the folder is read-only later; and imported once, so that a broken one is never used.
  const env = { PATH: environment['PATH'], PYTHONPATH: directory };
  const options = { env, timeoutMs: COMPILE_TIMEOUT_MS, onLine: report, ...(signal && { signal }) };
  await run(python, ['-P', '-s', '-m', 'compileall', '-q', directory], options);
  await run(python, ['-P', '-s', '-c', `import ${modules.everything}`], options);
}

/**
 * Returns what of an interpreter a sandbox must show: of a Python of its own prefix its program and library; of the system's only its program,
 * its library being the system's.
 */
export function standardLibrary(interpreter: Interpreter): string[] {
  const { executable, prefix, version } = interpreter;
  if (prefix === '/usr') return [executable];
  const shared = readdirSync(join(prefix, 'lib')).filter((name) => name.startsWith('libpython'));
  return [dirname(executable), ...[`python${version}`, ...shared].map((name) => join(prefix, 'lib', name))];
}

function digestOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}
