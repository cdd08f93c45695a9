import { expect, test } from '@jest/globals';
import { evidenceOf } from './evidence.js';

test('figures stand in one line, with the digits that mean something', () => {
  expect(evidenceOf('{"adx_14": 31.24567, "return_7d_pct": -8.1234, "direction": "down", "as_of": "2026"}')).toBe(
    'ADX of 14 hours 31.25; return of 7 days -8.123 %; direction down',
  );
  expect(evidenceOf('{"builder_dex": "xyz", "backtest_ready": false, "new_figure": [1, 2]}')).toBe(
    'exchange xyz; new figure [1,2]',
  );
});

test('what is no object is not known', () => {
  expect(evidenceOf('3')).toBe('—');
});
