import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { besideTheirFiles, HEAD } from './original-places.js';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'));
  await mkdir(join(folder, 'library'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the program prints when it is bundled into another folder. */
async function outputOfBundled(program: string): Promise<unknown> {
  const bundles = join(folder, 'bundles');
  await writeFile(join(folder, 'main.mjs'), program);
  await build({
    entryPoints: [join(folder, 'main.mjs')],
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: HEAD },
    plugins: [besideTheirFiles(bundles)],
  });
  return JSON.parse((await run(process.execPath, [join(bundles, 'main.mjs')])).stdout);
}

test('a module of a bundle finds the files beside its own, whichever way it says where it stands', async () => {
  await writeFile(join(folder, 'library', 'places.cjs'), 'module.exports = [__dirname, __filename];');
  const printed = await outputOfBundled(`
    import { fileURLToPath } from 'node:url';
    import common from './library/places.cjs';
    const own = [fileURLToPath(new URL('protos', import.meta.url)), import.meta.dirname, import.meta.filename];
    console.log(JSON.stringify([...own, ...common]));
  `);
  const library = join(folder, 'library');
  expect(printed).toEqual([
    ...[join(folder, 'protos'), folder, join(folder, 'main.mjs')],
    ...[library, join(library, 'places.cjs')],
  ]);
});

test('a CommonJS module of a bundle can require what Node brings', async () => {
  await writeFile(join(folder, 'library', 'os.cjs'), "module.exports = typeof require('node:os').cpus;");
  expect(await outputOfBundled("import found from './library/os.cjs'; console.log(JSON.stringify(found));")).toBe(
    'function',
  );
});
