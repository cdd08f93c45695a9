import { expect, test } from '@jest/globals';
import { CombinedError } from '@urql/core';
import { problemOf, problemOfGraph, UNREACHABLE } from './problem.js';

test('an error of the graph keeps its code, its places and its request', () => {
  const details = [
    { line: 12, text: 'No module named pandas_ta' },
    { path: ['range', 'from'], message: 'is no date' },
    { unrelated: true },
  ];
  const error = new CombinedError({
    graphQLErrors: [{ message: 'Not valid.', extensions: { code: 'strategy_invalid', details, requestId: 'req_1' } }],
  });
  expect(problemOfGraph(error)).toEqual({
    code: 'strategy_invalid',
    message: 'Not valid.',
    places: [
      { line: 12, text: 'No module named pandas_ta' },
      { path: 'range.from', text: 'is no date' },
    ],
    requestId: 'req_1',
  });
});

test('no answer is a problem of the connection, and an answer without error is none', () => {
  expect(problemOfGraph(new CombinedError({ networkError: new TypeError('fetch failed') }))).toBe(UNREACHABLE);
  expect(problemOfGraph(undefined)).toBeUndefined();
});

test('a refusal of REST has the same shape', () => {
  const body = { error: { code: 'invalid_code', message: 'Not this one.', request_id: 'req_2' } };
  expect(problemOf(body, 400)).toEqual({
    code: 'invalid_code',
    message: 'Not this one.',
    places: [],
    requestId: 'req_2',
  });
});

test.each([undefined, 'text', { error: 'text' }, []])('an answer of another kind is a problem too: %j', (body) => {
  expect(problemOf(body, 502)).toEqual({
    code: 'service_unavailable',
    message: 'The platform answered with status 502.',
    places: [],
  });
});
