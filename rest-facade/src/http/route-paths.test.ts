import { expect, test } from '@jest/globals';
import { surfacePaths } from './route-paths.js';

const { methodsOf, isFixed } = surfacePaths([
  { method: 'GET', path: '/backtests/dataset' },
  { method: 'GET', path: '/backtests/{id}' },
  { method: 'DELETE', path: '/backtests/{id}' },
  { method: 'POST', path: '/backtests' },
]);

test('a path takes its own methods, and is no value of the parameter of another', () => {
  expect(methodsOf('/backtests/dataset?venue=v')).toEqual(['GET', 'HEAD']);
  expect(methodsOf('/backtests/bt_1')).toEqual(['GET', 'HEAD', 'DELETE']);
  expect(methodsOf('/backtests')).toEqual(['POST']);
  expect(methodsOf('/nothing')).toEqual([]);
  expect([isFixed('/backtests/dataset?venue=v'), isFixed('/backtests/bt_1')]).toEqual([true, false]);
});
