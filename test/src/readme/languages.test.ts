import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse, visit } from 'graphql';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { blocksIn } from './languages.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RUN_MS_MAX = 540_000;
const DAY_MS = 86_400_000;

/** How a program of a language is run as a whole, as a reader would paste its parts in order. */
const PROGRAMS = {
  ts: [process.execPath, '--input-type=module-typescript', '--eval'],
  python: ['python3', '-c'],
} as const;

let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'languages@example.com');
}, RUN_MS_MAX);

afterAll(async () => {
  await platform[Symbol.asyncDispose]();
});

test('each call is there in each language', () => {
  const counts = (['ts', 'python', 'graphql'] as const).map((language) => blocksIn(language).length);
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toBeGreaterThan(3);
});

test.each(['ts', 'python'] as const)(
  'the calls in %s, pasted in order, work',
  async (language) => {
    const { NODE_OPTIONS: _jestOnly, ...environment } = process.env;
    const [command, ...options] = PROGRAMS[language];
    const { stdout } = await run(command, [...options, blocksIn(language).join('\n')], {
      cwd: ROOT,
      env: { ...environment, BASE: caller.baseUrl, KEY: caller.apiKey },
      timeout: RUN_MS_MAX,
    });
    expect(stdout).toMatch(/^finished \d+$/m);
  },
  RUN_MS_MAX,
);

test('the documents of the graph work', async () => {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const code = readFileSync(`${ROOT}frameworks/freqtrade/examples/sample_strategy.py`, 'utf8');
  const known: Readonly<Record<string, string>> = { code, from: day(31), to: day(1) };
  for (const document of blocksIn('graphql')) {
    const { body } = await caller.query(document, variablesOf(document, known));
    expect([document, body.errors]).toEqual([document, undefined]);
    expect(Object.values(body.data)).not.toContain(null);
  }
});

/** Those of the known variables that a document takes. */
function variablesOf(document: string, known: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const names: string[] = [];
  visit(parse(document), { VariableDefinition: ({ variable }) => void names.push(variable.name.value) });
  return Object.fromEntries(names.map((name) => [name, known[name]]));
}
