import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@platform/provisioning';

const PROGRAMS = fileURLToPath(new URL('../../clients/programs/', import.meta.url));
const STEP_MS_MAX = 5 * 60_000;

/** Where clients are made and with what. */
export interface Workshop {
  readonly directory: string;
  /** The document that they are made from, a file. */
  readonly document: string;
  /** A folder with `node_modules`. */
  readonly tools: string;
  readonly python: string;
}

/** Runs a command of a step; gives its lines. */
async function step(command: string, args: readonly string[], more: { cwd?: string; env?: object } = {}) {
  const lines: string[] = [];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...more.env };
  const onLine = (line: string) => lines.push(line);
  await run(command, args, {
    ...(more.cwd === undefined ? {} : { cwd: more.cwd }),
    env,
    timeoutMs: STEP_MS_MAX,
    onLine,
  });
  return lines;
}

/** A made client's program: prints what it read as JSON in its last line. */
export type Program = (environment: Readonly<Record<string, string>>) => Promise<unknown>;

function program(command: string, args: readonly string[], fixed: Readonly<Record<string, string>> = {}): Program {
  return async (environment) => {
    const lines = await step(command, args, { env: { ...fixed, ...environment } });
    return JSON.parse(lines.at(-1) ?? '');
  };
}

async function takeProgram(name: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await cp(join(PROGRAMS, name), join(to, name));
}

/** Compiles the TypeScript clients at once, strictly, and gives their programs. Each lies beside its program. */
export async function compileTypescript(
  { directory, tools }: Workshop,
  more: readonly string[],
): Promise<Record<string, Program>> {
  const root = join(directory, 'typescript');
  const names = ['openapi-typescript', 'hey-api', ...more];
  for (const name of names) {
    await takeProgram('given.ts', join(root, name));
    await cp(join(PROGRAMS, `${name}.ts`), join(root, name, 'main.ts'));
  }
  await symlink(join(tools, 'node_modules'), join(root, 'node_modules'));
  const compilerOptions = {
    ...{ strict: true, target: 'es2023', module: 'nodenext', types: ['node'], skipLibCheck: true },
    ...{ rootDir: '.', outDir: 'built' },
  };
  const files = names.map((name) => `${name}/main.ts`);
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await step(process.execPath, [join(tools, 'node_modules/typescript/bin/tsc'), '-p', root]);
  return Object.fromEntries(
    names.map((name) => [name, program(process.execPath, [join(root, 'built', name, 'main.js')])]),
  );
}

/** openapi-typescript writes types alone, which its companion openapi-fetch uses. */
export async function makeOpenapiTypescript({ directory, document, tools }: Workshop): Promise<void> {
  const to = join(directory, 'typescript/openapi-typescript/client/schema.d.ts');
  await step(process.execPath, [join(tools, 'node_modules/openapi-typescript/bin/cli.js'), document, '-o', to]);
}

/** `@hey-api/openapi-ts` with what it does by itself. */
export async function makeHeyApi({ directory, document, tools }: Workshop): Promise<void> {
  const to = join(directory, 'typescript/hey-api/client');
  const command = join(tools, 'node_modules/@hey-api/openapi-ts/bin/run.js');
  await step(process.execPath, [command, '-i', document, '-o', to, '-s', '--no-log-file'], { cwd: directory });
}

/** openapi-python-client; whatever it leaves out it warns of, and nothing may be. */
export async function makePythonClient({ directory, document, python }: Workshop): Promise<Program> {
  const root = join(directory, 'python-client');
  await mkdir(root);
  const to = join(root, 'python_client');
  const args = ['generate', '--path', document, '--output-path', to, '--meta', 'none', '--fail-on-warning'];
  const PATH = `${join(python, '..')}:${process.env['PATH']}`;
  await step(python, ['-m', 'openapi_python_client', ...args], { env: { PATH } });
  return compiledPython(python, root, to, 'python_client_main.py');
}

async function compiledPython(python: string, root: string, client: string, name: string): Promise<Program> {
  await step(python, ['-m', 'compileall', '-q', client]);
  return program(python, [join(PROGRAMS, name)], { PYTHONPATH: root });
}

/** A target of openapi-generator with the little that it must be told. */
const TARGETS: Readonly<Record<string, Readonly<Record<string, string | boolean>>>> = {
  python: {},
  'typescript-fetch': { importFileExtension: '.js' },
  go: { packageName: 'platform' },
  java: { library: 'native', openApiNullable: false, hideGenerationTimestamp: true },
};

const NO_PAPERS = { apiDocs: 'false', modelDocs: 'false', apiTests: 'false', modelTests: 'false' };

/** openapi-generator makes the clients of all its targets at once; gives the path of its jar. */
export async function makeByGenerator({ directory, document, python }: Workshop): Promise<string> {
  const files = await Promise.all(
    Object.entries(TARGETS).map(async ([generatorName, { library, ...additionalProperties }]) => {
      const file = join(directory, `${generatorName}.json`);
      const outputDir =
        generatorName === 'typescript-fetch'
          ? join(directory, 'typescript/typescript-fetch/client')
          : join(directory, 'generator', generatorName);
      const globalProperties = { models: '', apis: '', supportingFiles: '', ...NO_PAPERS };
      const config = { generatorName, inputSpec: document, outputDir, globalProperties, additionalProperties };
      await writeFile(file, JSON.stringify(library === undefined ? config : { ...config, library }));
      return file;
    }),
  );
  const find = 'import openapi_generator_cli as found; print(found.__path__[0])';
  const [folder = ''] = await step(python, ['-c', find]);
  const jar = join(folder, 'openapi-generator.jar');
  await step('java', ['-XX:TieredStopAtLevel=1', '-jar', jar, 'batch', '--fail-fast', ...files]);
  return jar;
}

/** The Python client of openapi-generator. */
export async function compileGeneratorPython({ directory, python }: Workshop): Promise<Program> {
  const root = join(directory, 'generator/python');
  return compiledPython(python, root, join(root, 'openapi_client'), 'generator_main.py');
}

/** The Go client: its one dependency comes from the module proxy, checked against the sums that were generated with it. */
export async function compileGo({ directory }: Workshop): Promise<Program> {
  const root = join(directory, 'generator/go');
  await takeProgram('main.go', join(root, 'main'));
  const built = join(root, 'client');
  const env = { GOFLAGS: '-mod=mod -buildvcs=false', GOTOOLCHAIN: 'local' };
  await step('go', ['build', '-o', built, './main'], { cwd: root, env });
  return program(built, []);
}

/** The Java client, over the libraries that openapi-generator's own jar holds. */
export async function compileJava({ directory }: Workshop, jar: string): Promise<Program> {
  const root = join(directory, 'generator/java');
  const sources = ['src/main/java', '.'].map((folder) => join(root, folder)).join(':');
  await takeProgram('Main.java', root);
  await takeProgram('Generated.java', join(root, 'javax/annotation'));
  const built = join(root, 'built');
  await mkdir(built);
  const paths = ['-cp', jar, '-sourcepath', sources, '-d', built];
  await step('javac', ['-nowarn', '-proc:none', ...paths, join(root, 'Main.java')]);
  return program('java', ['-XX:TieredStopAtLevel=1', '-cp', `${built}:${jar}`, 'Main']);
}
