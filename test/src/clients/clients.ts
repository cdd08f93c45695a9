import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@platform/kit/provisioning';

const PROGRAMS = fileURLToPath(new URL('../../clients/programs/', import.meta.url));
const STEP_MS_MAX = 5 * 60_000;

/** The folders and tools that make clients. */
export interface Workshop {
  readonly directory: string;
  /** The document that they are made from, a file. */
  readonly document: string;
  /** A folder with `node_modules`. */
  readonly tools: string;
  readonly python: string;
  /** The generators that the platform's own SDKs are made with. */
  readonly sdkTools: { readonly npm: string; readonly python: string };
}

/** Runs a command of a step; returns its lines. */
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

/** The program of a generated client: prints what it read as JSON in its last line. */
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

/** Compiles a TypeScript client strictly, beside its program. */
async function compileTypescript(
  { directory, tools }: Pick<Workshop, 'directory' | 'document' | 'tools'>,
  name: string,
): Promise<Program> {
  const root = join(directory, name);
  await takeProgram('given.ts', root);
  await cp(join(PROGRAMS, `${name}.ts`), join(root, 'main.ts'));
  await symlink(join(tools, 'node_modules'), join(root, 'node_modules'));
  const compilerOptions = {
    ...{ strict: true, target: 'es2023', module: 'nodenext', types: ['node'], skipLibCheck: true },
    ...{ rootDir: '.', outDir: 'built' },
  };
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  await step(process.execPath, [join(tools, 'node_modules/typescript/bin/tsc'), '-p', root]);
  return program(process.execPath, [join(root, 'built/main.js')]);
}

/** openapi-typescript writes types alone, which its companion openapi-fetch uses. */
const makeOpenapiTypescript = (workshop: Workshop) => typesFor(workshop, 'openapi-typescript');

/** The program of a published agent, with types from the older surface's document. */
export const makeOlderAgent = (workshop: Pick<Workshop, 'directory' | 'document' | 'tools'>) =>
  typesFor(workshop, 'older-agent');

async function typesFor(workshop: Pick<Workshop, 'directory' | 'document' | 'tools'>, name: string): Promise<Program> {
  const to = join(workshop.directory, name, 'client/schema.d.ts');
  const command = join(workshop.tools, 'node_modules/openapi-typescript/bin/cli.js');
  await step(process.execPath, [command, workshop.document, '-o', to]);
  return compileTypescript(workshop, name);
}

/** `@hey-api/openapi-ts` with its defaults. */
async function makeHeyApi(workshop: Workshop): Promise<Program> {
  const to = join(workshop.directory, 'hey-api/client');
  const command = join(workshop.sdkTools.npm, 'node_modules/@hey-api/openapi-ts/bin/run.js');
  const args = [command, '-i', workshop.document, '-o', to, '-s', '--no-log-file'];
  await step(process.execPath, args, { cwd: workshop.directory });
  return compileTypescript(workshop, 'hey-api');
}

/** openapi-python-client warns of what it leaves out, and it must leave out nothing. */
async function makePythonClient({ directory, document, sdkTools: { python } }: Workshop): Promise<Program> {
  const root = join(directory, 'openapi-python-client');
  await mkdir(root);
  const to = join(root, 'python_client');
  const args = ['generate', '--path', document, '--output-path', to, '--meta', 'none', '--fail-on-warning'];
  const PATH = `${join(python, '..')}:${process.env['PATH']}`;
  await step(python, ['-m', 'openapi_python_client', ...args], { env: { PATH } });
  return compilePython(python, root, to, 'python_client_main.py');
}

async function compilePython(python: string, root: string, client: string, name: string): Promise<Program> {
  await step(python, ['-m', 'compileall', '-q', client]);
  return program(python, [join(PROGRAMS, name)], { PYTHONPATH: root });
}

/** A target of openapi-generator with its few required options. */
interface Target {
  readonly generatorName: string;
  readonly library?: string;
  readonly additionalProperties?: Readonly<Record<string, string | boolean>>;
}

const NO_PAPERS = { apiDocs: 'false', modelDocs: 'false', apiTests: 'false', modelTests: 'false' };

async function openapiGeneratorJar(python: string): Promise<string> {
  const find = 'import openapi_generator_cli as found; print(found.__path__[0])';
  const [folder = ''] = await step(python, ['-c', find]);
  return join(folder, 'openapi-generator.jar');
}

/** Makes a client at `to` with openapi-generator. */
async function generate({ directory, document, python }: Workshop, target: Target, to: string): Promise<void> {
  const globalProperties = { models: '', apis: '', supportingFiles: '', ...NO_PAPERS };
  const file = join(directory, `${target.generatorName}.json`);
  await writeFile(file, JSON.stringify({ ...target, inputSpec: document, outputDir: to, globalProperties }));
  const jar = await openapiGeneratorJar(python);
  await step('java', ['-XX:TieredStopAtLevel=1', '-jar', jar, 'batch', '--fail-fast', file]);
}

async function makeTypescriptFetch(workshop: Workshop): Promise<Program> {
  const target = { generatorName: 'typescript-fetch', additionalProperties: { importFileExtension: '.js' } };
  await generate(workshop, target, join(workshop.directory, 'typescript-fetch/client'));
  return compileTypescript(workshop, 'typescript-fetch');
}

async function makePython(workshop: Workshop): Promise<Program> {
  const root = join(workshop.directory, 'python');
  await generate(workshop, { generatorName: 'python' }, root);
  return compilePython(workshop.python, root, join(root, 'openapi_client'), 'generator_main.py');
}

/** The Go client's one dependency comes from the module proxy, checked against the sums that were generated with it. */
async function makeGo(workshop: Workshop): Promise<Program> {
  const root = join(workshop.directory, 'go');
  await generate(workshop, { generatorName: 'go', additionalProperties: { packageName: 'platform' } }, root);
  await takeProgram('main.go', join(root, 'main'));
  const built = join(root, 'client');
  const env = { GOFLAGS: '-mod=mod -buildvcs=false', GOTOOLCHAIN: 'local' };
  await step('go', ['build', '-o', built, './main'], { cwd: root, env });
  return program(built, []);
}

/** The Java client, over the libraries that openapi-generator's own jar holds. */
async function makeJava(workshop: Workshop): Promise<Program> {
  const root = join(workshop.directory, 'java');
  const additionalProperties = { openApiNullable: false, hideGenerationTimestamp: true };
  await generate(workshop, { generatorName: 'java', library: 'native', additionalProperties }, root);
  const sources = ['src/main/java', '.'].map((folder) => join(root, folder)).join(':');
  await takeProgram('Main.java', root);
  await takeProgram('Generated.java', join(root, 'javax/annotation'));
  const built = join(root, 'built');
  await mkdir(built);
  const jar = await openapiGeneratorJar(workshop.python);
  const paths = ['-cp', jar, '-sourcepath', sources, '-d', built];
  await step('javac', ['-nowarn', '-proc:none', ...paths, join(root, 'Main.java')]);
  return program('java', ['-XX:TieredStopAtLevel=1', '-cp', `${built}:${jar}`, 'Main']);
}

/** A client that a generator makes from the document. */
export interface GeneratedClient {
  readonly name: string;
  /** The commands that it needs beside Node and Python, each with an argument for a trial run. */
  readonly needs: readonly (readonly [command: string, argument: string])[];
  /** Makes and compiles it; returns its program. */
  readonly make: (workshop: Workshop) => Promise<Program>;
}

const JAVA = ['java', '-version'] as const;

export const generatedClients: readonly GeneratedClient[] = [
  { name: 'openapi-typescript', needs: [], make: makeOpenapiTypescript },
  { name: 'hey-api', needs: [], make: makeHeyApi },
  { name: 'openapi-python-client', needs: [], make: makePythonClient },
  { name: 'typescript-fetch', needs: [JAVA], make: makeTypescriptFetch },
  { name: 'python', needs: [JAVA], make: makePython },
  { name: 'go', needs: [JAVA, ['go', 'version']], make: makeGo },
  { name: 'java', needs: [JAVA, ['javac', '-version']], make: makeJava },
];
