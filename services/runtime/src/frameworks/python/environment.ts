import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Environment } from '@platform/config';
import { provision, type Report, run } from '@platform/provisioning';
import { findInterpreter, type Interpreter } from './interpreter.js';

const INSTALL_TIMEOUT_MS = 20 * 60_000;
const COMPILE_TIMEOUT_MS = 2 * 60_000;

/** What a framework's Python side consists of. */
export interface PythonSources {
  /** As a file name, for example `freqtrade`. */
  readonly name: string;
  /** Locked requirements with hashes. */
  readonly lockFile: string;
  /** Package directories of the harness; they end up side by side on the import path. */
  readonly packages: readonly string[];
  /** A module whose import loads everything: proves the environment and compiles it. */
  readonly entryModule: string;
}

/** A provisioned Python side, ready to start processes in. */
export interface PythonEnvironment {
  /** The interpreter that sees the locked requirements. */
  readonly python: string;
  /** Directory of the harness packages. */
  readonly harness: string;
  /** Every path such a process reads. */
  readonly readOnlyPaths: readonly string[];
}

/** Where an environment is installed, and what the installers run in. */
export interface ProvisionOptions {
  readonly cacheDirectory: string;
  readonly environment: Environment;
  readonly report: Report;
}

/** `sha256:` and the digest of the locked requirements and every file of the harness, names included. */
export function imageDigest(sources: PythonSources): string {
  const hash = createHash('sha256').update(readFileSync(sources.lockFile));
  for (const directory of sources.packages) {
    for (const file of pythonFiles(directory)) {
      hash.update(`\0${basename(directory)}/${relative(directory, file)}\0`).update(readFileSync(file));
    }
  }
  return `sha256:${hash.digest('hex')}`;
}

/**
 * Installs the locked requirements and the harness into the cache unless they are there: the requirements once a lock
 * file and interpreter, the harness, which changes more often and is small, once a digest.
 */
export async function provisionPython(sources: PythonSources, options: ProvisionOptions): Promise<PythonEnvironment> {
  const { cacheDirectory: cacheDir, environment, report } = options;
  const interpreter = await findInterpreter(environment);
  const requirements = await provisionRequirements(sources, interpreter, options);
  const python = join(requirements, 'bin', 'python');
  const harness = await provision({
    cacheDir,
    name: `${sources.name}-harness`,
    digest: digestOf(imageDigest(sources), requirements),
    install: (directory) => installHarness(directory, sources, python, environment, report),
    report,
  });
  return { python, harness, readOnlyPaths: [requirements, harness, ...standardLibrary(interpreter)] };
}

/** A virtual environment with exactly the locked packages: its directory. */
export function provisionRequirements(
  { name, lockFile }: Pick<PythonSources, 'name' | 'lockFile'>,
  interpreter: Interpreter,
  options: ProvisionOptions,
): Promise<string> {
  const { cacheDirectory: cacheDir, environment, report } = options;
  return provision({
    cacheDir,
    name: `${name}-requirements`,
    digest: digestOf(readFileSync(lockFile), interpreter.version, interpreter.executable),
    install: (directory) => installRequirements(directory, lockFile, interpreter, environment, report),
    report,
  });
}

async function installRequirements(
  directory: string,
  lockFile: string,
  interpreter: Interpreter,
  environment: Environment,
  report: Report,
): Promise<void> {
  const options = { env: environment, timeoutMs: INSTALL_TIMEOUT_MS, onLine: report };
  report('creating the environment');
  await run(interpreter.executable, ['-m', 'venv', directory], options);
  const safety = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check'];
  const pip = ['-m', 'pip', 'install', '--progress-bar', 'off', ...safety, '--requirement', lockFile];
  await run(join(directory, 'bin', 'python'), pip, options);
}

async function installHarness(
  directory: string,
  sources: PythonSources,
  python: string,
  environment: Environment,
  report: Report,
): Promise<void> {
  report('installing the harness');
  for (const source of sources.packages) {
    const filter = (path: string) => basename(path) !== '__pycache__';
    await cp(source, join(directory, basename(source)), { recursive: true, filter });
  }
  // Compiled now, because nobody can write there later; and imported once, so that a broken one is never used.
  const env = { PATH: environment['PATH'], PYTHONPATH: directory };
  const options = { env, timeoutMs: COMPILE_TIMEOUT_MS, onLine: report };
  await run(python, ['-P', '-s', '-m', 'compileall', '-q', directory], options);
  await run(python, ['-P', '-s', '-c', `import ${sources.entryModule}`], options);
}

/** A Python of its own prefix is visible whole; the system's only by its program, its library being the system's. */
function standardLibrary(interpreter: Interpreter): string[] {
  const { executable, prefix, version } = interpreter;
  if (prefix === '/usr') return [executable];
  const shared = readdirSync(join(prefix, 'lib')).filter((name) => name.startsWith('libpython'));
  return [dirname(executable), ...[`python${version}`, ...shared].map((name) => join(prefix, 'lib', name))];
}

function digestOf(...parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function pythonFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
