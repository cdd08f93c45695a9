import { describe, expect, test } from '@jest/globals';
import { requestIdOf } from './index.js';

describe('a request id', () => {
  test.each([['r-1'], ['a.b_c-D9'], ['x'.repeat(128)]])('%.10s of the caller is kept', (given) => {
    expect(requestIdOf({ 'x-request-id': given })).toBe(given);
  });

  test.each([[undefined], [''], ['a b'], ['a\nb'], ['x'.repeat(129)], ['"quoted"']])('%j is replaced', (given) => {
    expect(requestIdOf(given === undefined ? {} : { 'x-request-id': given })).toMatch(/^[\da-f-]{36}$/);
  });
});
