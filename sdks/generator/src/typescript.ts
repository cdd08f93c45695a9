import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@platform/kit/config';
import { run } from '@platform/kit/provisioning';
import { type OperationFacts, sdkDocument } from './document.js';
import { provisionTypescriptTools } from './tools.js';

const GENERATE_MS_MAX = 2 * 60_000;

/** Writes the generated part of the TypeScript SDK into a folder, in place of what is there. */
export async function generateTypescript(to: string, environment: Environment): Promise<void> {
  const tools = await provisionTypescriptTools(environment);
  const workshop = await mkdtemp(join(tmpdir(), 'sdk-'));
  try {
    const { openapi, facts } = sdkDocument();
    const input = join(workshop, 'openapi.json');
    await writeFile(input, JSON.stringify(openapi));
    const program = join(workshop, 'generate.mjs');
    await writeFile(program, programOf(tools, configurationOf(input, to)));
    const { PATH, HOME } = environment;
    await run(process.execPath, [program], { cwd: workshop, env: { PATH, HOME }, timeoutMs: GENERATE_MS_MAX });
    await mkdir(to, { recursive: true });
    await writeFile(join(to, 'facts.gen.ts'), factsFile(facts));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

function configurationOf(input: string, to: string): object {
  return {
    input,
    output: { path: to, clean: true, postProcess: [], module: { extension: '.js' } },
    logs: { level: 'silent', file: false },
    plugins: [
      { name: '@hey-api/client-fetch', throwOnError: true, baseUrl: false },
      '@hey-api/typescript',
      {
        name: '@hey-api/sdk',
        responseStyle: 'data',
        operations: { strategy: 'single', containerName: 'Operations', methods: 'instance' },
      },
    ],
  };
}

/** Its configuration as JSON: the command would look for a file of its own. */
function programOf(tools: string, configuration: object): string {
  const generator = join(tools, 'node_modules/@hey-api/openapi-ts/dist/index.mjs');
  return `import { createClient } from ${JSON.stringify(generator)};\nawait createClient(${JSON.stringify(configuration)});\n`;
}

function factsFile({ keyIsMade, repeatable, errorCodes }: OperationFacts): string {
  return [
    '/** Operations whose idempotency key the SDK makes. */',
    `export const keyIsMade: ReadonlySet<string> = new Set(${listOf(keyIsMade)});`,
    '',
    '/** Operations that may be repeated under their key when their outcome is unknown. */',
    `export const repeatable: ReadonlySet<string> = new Set(${listOf(repeatable)});`,
    '',
    '/** A documented code of a refusal. Codes are only ever added: treat one that is not listed by its status. */',
    `export type ErrorCode = ${errorCodes.map((code) => `\n  | '${code}'`).join('')}`,
    '  | (string & {});',
    '',
  ].join('\n');
}

function listOf(names: readonly string[]): string {
  return `[${names.map((name) => `\n  ${JSON.stringify(name)},`).join('')}\n]`;
}
