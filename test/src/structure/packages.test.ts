import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { packages, readText, sourceFiles } from './repository.js';

const IMPORTERS_MIN = 2;

const all = packages();
const files = sourceFiles('ts');
const references = z.object({ references: z.array(z.object({ path: z.string() })).default([]) });

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

test(`every package under common has ${IMPORTERS_MIN} importers or more`, () => {
  const production = all.filter(({ folder }) => !/^(test|bench)$/.test(folder));
  const lonely = all
    .filter(({ folder }) => /^common\//.test(folder))
    .filter(({ name, folder }) => {
      const importers = production.filter((other) => other.folder !== folder && importsOf(other.folder).has(name));
      return importers.length < IMPORTERS_MIN;
    });
  expect(lonely.map(({ folder }) => folder)).toEqual([]);
});
