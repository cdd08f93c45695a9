import { expect, test } from '@jest/globals';
import { sourceFiles } from './repository.js';

/** A start of a test's own platform, and the reason where it is a literal. */
const START = /\bPlatform\.start(?:Empty)?\(\s*(?:'([^']*)')?/g;
const WORDS_MIN = 3;
/** Files that start platforms for others: they pass the reason on, or state that it is shared. */
const GIVERS = /^test\/src\/platform\//;

test('a test that starts a platform of its own says why; all others use the shared one', () => {
  const unexplained = sourceFiles('ts')
    .filter(({ path }) => /^(test|bench)\//.test(path) && !GIVERS.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(START)]
        .filter(([, reason = '']) => reason.split(' ').length < WORDS_MIN)
        .map(([start]) => `${path}: ${start}`),
    );
  expect(unexplained).toEqual([]);
});
