import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { withSourcePlaces } from './source-places.js';

const run = promisify(execFile);
let folder: string;
let bundles: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-places-'));
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
  await build({
    entryPoints: [join(folder, 'main.js')],
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    minifyWhitespace: true,
    sourcemap: 'linked',
  });
  const { stdout: stack } = await run(process.execPath, [join(bundles, 'main.mjs')]);

  const shown = withSourcePlaces(stack, bundles, folder);

  expect(stack).toContain('main.mjs:1:');
  expect(shown).toMatch(/at fails \(fails\.js:4:\d+\)/);
  expect(shown).toMatch(/at main\.js:3:\d+/);
});

test('what is no place in a bundle stays as it is', () => {
  const log =
    '{"stack":"Error: x\\n    at node:net:1:2\\n    at f (/elsewhere/main.js:3:4)","url":"http://127.0.0.1:80"}';
  expect(withSourcePlaces(log, join(folder, 'nowhere'), folder)).toBe(log);
});
