import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { packages, readText, sourceFiles } from './repository.js';

const IMPORTERS_MIN = 2;
/** Packages under common that wait for their second importer, and what that will be. */
const awaited: Readonly<Record<string, string>> = {};

const all = packages();
const files = sourceFiles('ts');
const references = z.object({ references: z.array(z.object({ path: z.string() })).default([]) });

const manifest = z.object({ exports: z.record(z.string(), z.unknown()).default({}) });

function exportsOf(folder: string): string[] {
  return Object.keys(manifest.parse(JSON.parse(readText(join(folder, 'package.json')))).exports);
}

function referencedBy(folder: string): string[] {
  const { references: found } = references.parse(JSON.parse(readText(join(folder, 'tsconfig.json'))));
  return found.map(({ path }) => join(folder, path)).sort();
}

function importsOf(folder: string): Set<string> {
  const text = files.filter(({ path }) => path.startsWith(`${folder}/`)).map((file) => file.text);
  return new Set(text.join('\n').match(/(?<=from '|import '|import\(')@platform\/[\w-]+/g) ?? []);
}

describe.each(all.map((each) => [each.folder, each] as const))('%s', (folder, { name, dependencies }) => {
  test('names in package.json what it imports', () => {
    const imported = importsOf(folder);
    imported.delete(name);
    expect([...dependencies].sort()).toEqual([...imported].sort());
  });

  test('is built after what it names', () => {
    const folders = all.filter((other) => dependencies.includes(other.name)).map((other) => other.folder);
    expect(referencedBy(folder)).toEqual(folders.sort());
  });
});

test('the root builds every package', () => {
  expect(referencedBy('')).toEqual(all.map(({ folder }) => folder).sort());
});

/** The folders of packages under common that others enter, each by its specifier. */
const faces = all
  .filter(({ folder }) => /^common\//.test(folder))
  .flatMap(({ name, folder }) =>
    [...new Set(exportsOf(folder).map((key) => key.split('/')[1] ?? ''))].map((part) =>
      part === '' || part === 'periodic' || part === 'testing'
        ? { folder, specifier: name }
        : { folder: `${folder}/src/${part}`, specifier: `${name}/${part}` },
    ),
  );

/** Returns the package of a file, or its folder where the package is imported by folders. */
function ownerOf(path: string): string | undefined {
  const owner = faces.find(({ folder }) => path.startsWith(`${folder}/`));
  return owner?.folder ?? all.find(({ folder }) => path.startsWith(`${folder}/`))?.folder;
}

test(`what lies under common has ${IMPORTERS_MIN} importers or more`, () => {
  const production = files.filter(({ path }) => !/^(test|bench)\//.test(path));
  const lonely = faces.filter(({ folder, specifier }) => {
    const besides = new RegExp(
      `'(@platform/)?${specifier.replace('@platform/', '')}(/[\\w-]+)?'|'(\\.\\./)+${basename(folder)}/`,
    );
    const importers = production.filter(({ path, text }) => !path.startsWith(`${folder}/`) && besides.test(text));
    return new Set(importers.map(({ path }) => ownerOf(path))).size < IMPORTERS_MIN;
  });
  expect(lonely.map(({ folder }) => folder)).toEqual(Object.keys(awaited));
});
