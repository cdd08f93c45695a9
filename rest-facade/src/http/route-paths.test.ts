import { expect, test } from '@jest/globals';
import { surfacePaths } from './route-paths.js';

const { methodsOf, pathOf } = surfacePaths([
  { method: 'GET', path: '/backtests/dataset' },
  { method: 'GET', path: '/backtests/{id}' },
  { method: 'DELETE', path: '/backtests/{id}' },
  { method: 'POST', path: '/backtests' },
  { method: 'DELETE', path: '/account/keys/{id}' },
  { method: 'GET', path: '/account/{venue}/{id}' },
]);

test('a path takes its own methods, and is not taken for a parameter of another', () => {
  expect(methodsOf('/backtests/dataset?venue=v')).toEqual(['GET', 'HEAD']);
  expect(methodsOf('/backtests/bt_1')).toEqual(['GET', 'HEAD', 'DELETE']);
  expect(methodsOf('/backtests')).toEqual(['POST']);
  expect(methodsOf('/nothing')).toEqual([]);
  expect(methodsOf('/account/keys/key_1')).toEqual(['DELETE']);
  expect(methodsOf('/account/hyperliquid/tac_1')).toEqual(['GET', 'HEAD']);
  const addresses = ['/backtests/dataset?venue=v', '/backtests/bt_1', '/account/keys/key_1', '/nothing'];
  expect(addresses.map(pathOf)).toEqual(['/backtests/dataset', '/backtests/{id}', '/account/keys/{id}', undefined]);
});
