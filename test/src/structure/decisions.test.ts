import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readText, root, sourceFiles } from './repository.js';

const FOLDER = 'docs/decisions';
const markdownLink = /\]\((?![a-z]+:|#)([^)#\s]+)(?:#[^)]*)?\)/g;
const mention = /\bdocs\/decisions\/[\w-]+\/[\w-]+\.md\b/g;

const pages = globSync(`${FOLDER}/*/*.md`, { cwd: root }).sort();
const documents = sourceFiles('md').filter(({ path }) => path !== 'docs/interface.md');
const code = sourceFiles('ts', 'py', 'proto', 'cjs', 'yml');

/** Files that a document links, from the root; a link to a folder stays a folder. */
function linked({ path, text }: { path: string; text: string }): string[] {
  return [...text.matchAll(markdownLink)].map(([, target = '']) => join(dirname(path), target));
}

/** Pages of decisions that a text names by their whole path. */
function mentioned({ text }: { text: string }): string[] {
  return [...text.matchAll(mention)].map(([page]) => page);
}

test('the index lists every decision and nothing else', () => {
  expect(linked({ path: `${FOLDER}/README.md`, text: readText(`${FOLDER}/README.md`) }).sort()).toEqual(
    [...pages, 'docs/interface.md'].sort(),
  );
});

test('each decision is linked from the code or the document that it decides', () => {
  const outside = documents.filter(({ path }) => !path.startsWith(`${FOLDER}/`));
  const known = new Set([...outside.flatMap(linked), ...[...outside, ...code].flatMap(mentioned)]);
  expect(pages.filter((page) => !known.has(page))).toEqual([]);
});

test('each link between documents, and each decision that the code names, is there', () => {
  const targets = [
    ...documents.flatMap((file) =>
      [...linked(file), ...mentioned(file)].map((target) => ({ from: file.path, target })),
    ),
    ...code.flatMap((file) => mentioned(file).map((target) => ({ from: file.path, target }))),
  ];
  expect(targets.filter(({ target }) => !existsSync(join(root, target)))).toEqual([]);
});
