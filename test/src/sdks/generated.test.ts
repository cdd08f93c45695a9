import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generateTypescript } from '@platform/sdk-generator';

const MADE_MS_MAX = 580_000;
const COMMITTED = fileURLToPath(new URL('../../../sdks/typescript/src/generated/', import.meta.url));
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sdks-'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

function contents(folder: string): Record<string, string> {
  const files = globSync('**/*.ts', { cwd: folder }).sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

test(
  'the generated part of the TypeScript SDK is as the generator writes it',
  async () => {
    const folder = join(directory, 'typescript');
    await generateTypescript(folder, process.env);
    const written = contents(folder);
    expect(Object.keys(written)).toContain('sdk.gen.ts');
    expect(contents(COMMITTED)).toEqual(written);
  },
  MADE_MS_MAX,
);
