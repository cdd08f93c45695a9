import { expect, test } from '@jest/globals';
import { evidenceOf } from './evidence.js';

test('figures stand in one line, with the digits that mean something', () => {
  expect(evidenceOf('{"adx_14": 31.24567, "state": "up", "levels": [1, 2], "none": null, "as_of": "2026"}')).toBe(
    'adx 14 31.25, state up, levels [1,2], none null',
  );
});

test('what is no object is not known', () => {
  expect(evidenceOf('3')).toBe('—');
});
