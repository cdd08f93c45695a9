import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@platform/kit/provisioning';
import { packPython, packTypescript, provisionPythonTools } from '@platform/sdk-generator';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('../../clients/programs/', import.meta.url));
const STEP_MS_MAX = 5 * 60_000;
/** A program may make a thousand calls, and wait for its rate limit meanwhile. */
const PROGRAM_MS_MAX = 20 * 60_000;

/** A language's SDK, installed from its built package into a project that has nothing else. */
export interface InstalledSdk {
  readonly language: 'typescript' | 'python';
  /** Runs a program of the project; returns the JSON of its last line. */
  readonly run: (program: string, environment: Readonly<Record<string, string>>) => Promise<unknown>;
}

async function step(
  command: string,
  args: readonly string[],
  cwd: string,
  more: object = {},
  timeoutMs = STEP_MS_MAX,
): Promise<string[]> {
  const { PATH, HOME } = process.env;
  const lines: string[] = [];
  const options = { cwd, env: { PATH, HOME, ...more }, timeoutMs };
  await run(command, args, { ...options, onLine: (line) => void lines.push(line) });
  return lines;
}

function ran(
  command: string,
  fileOf: (program: string) => string,
  cwd: string,
  more: object = {},
): InstalledSdk['run'] {
  return async (program, environment) => {
    const lines = await step(command, [fileOf(program)], cwd, { ...more, ...environment }, PROGRAM_MS_MAX);
    return JSON.parse(lines.at(-1) ?? '');
  };
}

/** Installs the packed SDK without any registry, and compiles its examples and the tests' programs as strictly as a caller can. */
async function installTypescript(directory: string): Promise<InstalledSdk> {
  const project = join(directory, 'typescript');
  await mkdir(join(project, 'src'), { recursive: true });
  const tarball = await packTypescript(directory, process.env);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'caller', private: true, type: 'module' }));
  await step('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', tarball], project);
  await cp(join(ROOT, 'sdks/typescript/examples'), join(project, 'src'), { recursive: true });
  for (const name of await readdir(PROGRAMS))
    if (/^sdk-.*\.ts$/.test(name)) await cp(join(PROGRAMS, name), join(project, 'src', name));
  // The one package that a program for Node needs beside its compiler.
  await mkdir(join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    ...{ target: 'es2023', module: 'nodenext', types: ['node'], rootDir: 'src', outDir: 'built' },
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  await step(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], project);
  return { language: 'typescript', run: ran(process.execPath, (program) => `built/${program}.js`, project) };
}

/** Installs the built wheel beside what it names, and checks it, its examples and the tests' programs with mypy's strictest rules. */
async function installPython(directory: string): Promise<InstalledSdk> {
  const project = join(directory, 'python');
  const packages = join(project, 'packages');
  const wheel = await packPython(directory, process.env);
  const python = await provisionPythonTools(process.env);
  await cp(join(ROOT, 'sdks/python/examples'), project, { recursive: true });
  for (const name of await readdir(PROGRAMS))
    if (/^sdk_.*\.py$/.test(name)) await cp(join(PROGRAMS, name), join(project, name));
  const install = [
    'install',
    '--quiet',
    '--no-deps',
    '--no-index',
    '--disable-pip-version-check',
    '--target',
    packages,
  ];
  await step(python, ['-m', 'pip', ...install, wheel], project);
  const written = (await readdir(project)).filter((name) => name.endsWith('.py'));
  const strict = ['--strict', '--no-error-summary', '--cache-dir', '/dev/null', '--python-version', '3.11'];
  await step(python, ['-m', 'mypy', ...strict, ...written], project, { MYPYPATH: packages });
  const more = { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' };
  return { language: 'python', run: ran(python, (program) => `${program.replaceAll('-', '_')}.py`, project, more) };
}

/** Both, with the language in front for `test.each`. */
export const sdks = [
  ['TypeScript', installTypescript],
  ['Python', installPython],
] as const;
