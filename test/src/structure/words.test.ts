import { expect, test } from '@jest/globals';
import { sourceFiles } from './repository.js';

const ENDINGS = ['md', 'ts', 'py', 'proto', 'graphql'];

/** The contract is a copy, whose words are its authors'; and this file lists the words. */
const excepted: readonly string[] = ['docs/interface.md', 'test/src/structure/words.test.ts'];

/** Words that stop a reader, each with its plain replacement. */
const replaced: Readonly<Record<string, string>> = {
  anew: 'again',
  aught: 'anything',
  forthwith: 'at once',
  hence: 'so',
  henceforth: 'from now on',
  hereby: '(nothing)',
  hither: 'here',
  'in vain': 'without result',
  lest: 'so that … not',
  nought: 'nothing',
  'of which nothing': 'the subject first, and a sentence of its own',
  thence: 'from there',
  therein: 'in it',
  thereof: 'of it',
  whence: 'from where',
  whereby: 'by which',
  wherein: 'in which',
  whoever: 'those who',
  whomever: 'those whom',
  whosoever: 'those who',
};
const pattern = new RegExp(`\\b(${Object.keys(replaced).join('|')})\\b`, 'i');

test('no file has a word of the list: the list says what to write', () => {
  const found = sourceFiles(...ENDINGS)
    .filter(({ path }) => !excepted.includes(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => {
        const word = pattern.exec(line)?.[1]?.toLowerCase();
        return word === undefined ? [] : [`${path}:${at + 1}: ${word}; write: ${replaced[word] ?? ''}`];
      }),
    );
  expect(found).toEqual([]);
});
