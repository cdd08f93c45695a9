import { expect, test } from '@jest/globals';
import { sourceFiles } from '../structure/repository.js';
import { ALONE } from './alone.js';

test('every test that is to run alone is there', () => {
  const files = sourceFiles('test.ts').map(({ path }) => path);
  expect(ALONE.filter((place) => !files.some((file) => file.startsWith(place)))).toEqual([]);
});
