import { expect, test } from '@jest/globals';
import { sourceFiles } from './repository.js';

/** A start of a platform of a test's own, and the reason where it stands there in words. */
const START = /\bPlatform\.start(?:Empty)?\(\s*(?:'([^']*)')?/g;
const WORDS_MIN = 3;
/** What gives the others their platform: it hands the reason on, or says that it is shared. */
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
