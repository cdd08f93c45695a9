import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { run } from '@platform/kit/provisioning';
import { buildClientSchema, type IntrospectionQuery, parse, printSchema } from 'graphql';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const COMPILED_MS_MAX = 240_000;
const SCALARS = { DateTime: 'string', DateTimeColumn: 'string[]', FloatColumn: 'number[]', Usd: 'string' };
const COMPILER_OPTIONS = {
  ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ target: 'es2024', module: 'preserve', moduleResolution: 'bundler', types: [] },
};

/**
 * Makes types of a document with graphql-codegen's client preset from an introspected schema, and compiles them with a program that uses
 * them. Rejects with the compiler's output.
 */
export async function compileGenerated(graph: IntrospectionQuery, document: string, program: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'codegen-'));
  try {
    await mkdir(join(directory, 'gql'));
    await symlink(MODULES, join(directory, 'node_modules'));
    const files = [...(await generate(graph, document)), { filename: 'program.ts', content: program }];
    for (const { filename, content } of files) await writeFile(join(directory, filename), content);
    const configuration = { compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts'] };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(configuration));
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const printed: string[] = [];
    const options = { cwd: directory, env: {}, timeoutMs: COMPILED_MS_MAX };
    await run(process.execPath, [compiler, '-p', directory], {
      ...options,
      onLine: (line) => void printed.push(line),
    }).catch((cause: unknown) => {
      throw new Error(printed.join('\n'), { cause });
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function generate(graph: IntrospectionQuery, text: string): Promise<{ filename: string; content: string }[]> {
  const schema = buildClientSchema(graph);
  const documents = [{ location: 'program.ts', document: parse(text), rawSDL: text }];
  const config = { scalars: SCALARS, strictScalars: true };
  const wanted = await preset.buildGeneratesSection({
    ...{ baseOutputDir: 'gql/', presetConfig: {}, config, documents, schemaAst: schema },
    ...{ schema: parse(printSchema(schema)), plugins: [], pluginMap: {} },
  });
  return Promise.all(wanted.map(async (file) => ({ filename: file.filename, content: await codegen(file) })));
}
