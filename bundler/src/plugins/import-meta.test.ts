import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { outputOfBundled } from '../bundled.fixture.js';
import { HEAD, originalImportMeta } from './import-meta.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'));
  await mkdir(join(folder, 'library'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the program prints when it is bundled into another folder. */
async function printedBy(program: string): Promise<unknown> {
  const entry = join(folder, 'main.mjs');
  const bundles = join(folder, 'bundles');
  await writeFile(entry, program);
  const options = { banner: { js: HEAD }, plugins: [originalImportMeta(bundles)] };
  return JSON.parse(await outputOfBundled(entry, bundles, options));
}

test('a module of a bundle finds the files beside its own, whichever way it says where it stands', async () => {
  await writeFile(join(folder, 'library', 'places.cjs'), 'module.exports = [__dirname, __filename];');
  const printed = await printedBy(`
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
  expect(await printedBy("import found from './library/os.cjs'; console.log(JSON.stringify(found));")).toBe('function');
});
