import { expect, test } from '@jest/globals';
import { findRoute, type Route } from './routing.js';

const load = () => Promise.reject(new Error('not loaded here'));
const ROUTES: readonly Route[] = [
  { path: '/app', load },
  { path: '/app/backtests', load },
  { path: '/app/backtests/new', load },
  { path: '/app/backtests/:id', load },
  { path: '/app/markets/:venue/:symbol', load },
];

test.each([
  ['/app', '/app', {}],
  ['/app/', '/app', {}],
  ['/app/backtests', '/app/backtests', {}],
  ['/app/backtests/new', '/app/backtests/new', {}],
  ['/app/backtests/bt_1', '/app/backtests/:id', { id: 'bt_1' }],
  [
    '/app/markets/hyperliquid/BTC%2FUSDC%3AUSDC',
    '/app/markets/:venue/:symbol',
    { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' },
  ],
])('%s is the page %s', (path, expected, params) => {
  const found = findRoute(ROUTES, path);
  expect([found?.route.path, found?.params]).toEqual([expected, params]);
});

test.each(['/app/unknown', '/app/backtests/bt_1/more', '/app/backtests/%E0%A4%A', '/application'])(
  '%s is no page',
  (path) => {
    expect(findRoute(ROUTES, path)).toBeUndefined();
  },
);
