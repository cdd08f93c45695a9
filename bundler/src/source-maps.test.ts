import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { outputOfBundled } from './bundled.fixture.js';
import { symbolicated } from './source-maps.js';

let folder: string;
let bundles: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-maps-'));
  bundles = join(folder, 'bundles');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a stack of a bundle names the lines of the sources', async () => {
  await writeFile(
    join(folder, 'fails.js'),
    '// A comment.\n\nexport function fails() {\n  throw new Error("as it must");\n}\n',
  );
  await writeFile(
    join(folder, 'main.js'),
    "import { fails } from './fails.js';\ntry {\n  fails();\n} catch (error) {\n  console.log(error.stack);\n}\n",
  );
  const options = { minifyWhitespace: true, sourcemap: 'linked' } as const;
  const stack = await outputOfBundled(join(folder, 'main.js'), bundles, options);

  const shown = symbolicated(stack, bundles, folder);

  expect(stack).toContain('main.mjs:1:');
  expect(shown).toMatch(/at fails \(fails\.js:4:\d+\)/);
  expect(shown).toMatch(/at main\.js:3:\d+/);
});

test('what is no place in a bundle stays as it is', () => {
  const log =
    '{"stack":"Error: x\\n    at node:net:1:2\\n    at f (/elsewhere/main.js:3:4)","url":"http://127.0.0.1:80"}';
  expect(symbolicated(log, join(folder, 'nowhere'), folder)).toBe(log);
});
