import { expect, test } from '@jest/globals';
import { describeError, errorOf } from './errors.js';

test('a refusal is told by its code, with the line or the field that is wrong', () => {
  const details = [{ line: 7, text: 'KeyError' }, { path: 'symbols.0', message: 'is no market' }, 'else'];
  const error = errorOf(JSON.stringify({ error: { code: 'strategy_invalid', message: 'It can not run.', details } }));
  expect(error && describeError(error)).toEqual([
    'strategy_invalid: It can not run.',
    '  line 7: KeyError',
    '  symbols.0: is no market',
  ]);
  expect(errorOf('<html>')).toBeUndefined();
});
