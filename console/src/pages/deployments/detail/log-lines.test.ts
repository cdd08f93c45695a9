import { expect, test } from '@jest/globals';
import { lineOf, linesWith } from './log-lines.js';

const LINE = '2026-05-01T10:00:00.123456789Z 2026-05-01 10:00:00,123 - freqtrade - WARNING - late';

test('a line is its time and its text, without the time that freqtrade repeats', () => {
  expect(lineOf(LINE)).toEqual({
    ...{ at: '2026-05-01 10:00:00', level: 'warning' },
    text: 'freqtrade - WARNING - late',
  });
  expect(lineOf('no time')).toEqual({ at: '', text: 'no time', level: 'other' });
});

test('lines are found by words in any order and case', () => {
  expect(linesWith([LINE, 'other'], ' LATE freqtrade')).toEqual([LINE]);
  expect(linesWith([LINE, 'other'], '')).toHaveLength(2);
});
