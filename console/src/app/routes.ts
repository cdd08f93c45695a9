import type { Route } from './routing.js';

/** Every page; the first that fits is shown. A page is a folder below `pages/`, and is loaded when it is needed. */
export const ROUTES: readonly Route[] = [
  { path: '/', load: () => import('../pages/overview/page.js') },
  { path: '/app', load: () => import('../pages/overview/page.js') },
  { path: '/app/backtests', load: () => import('../pages/backtests/page.js') },
  { path: '/app/backtests/new', load: () => import('../pages/backtests/new-page.js') },
  { path: '/app/backtests/compare', load: () => import('../pages/backtests/compare-page.js') },
  { path: '/app/shared', load: () => import('../pages/backtests/shared-page.js') },
  { path: '/app/backtests/:id', load: () => import('../pages/backtests/detail-page.js') },
  { path: '/app/markets', load: () => import('../pages/markets/page.js') },
  { path: '/app/markets/:venue/:symbol', load: () => import('../pages/markets/market-page.js') },
  { path: '/app/deployments', load: () => import('../pages/deployments/page.js') },
  { path: '/app/deployments/new', load: () => import('../pages/deployments/new-page.js') },
  { path: '/app/deployments/:id', load: () => import('../pages/deployments/detail-page.js') },
  { path: '/app/wallet', load: () => import('../pages/wallet/page.js') },
  { path: '/app/wallet/withdraw', load: () => import('../pages/wallet/withdraw-page.js') },
  { path: '/app/wallet/statement', load: () => import('../pages/wallet/statement-page.js') },
  { path: '/app/keys', load: () => import('../pages/keys/page.js') },
  { path: '/app/mandates', load: () => import('../pages/mandates/page.js') },
  { path: '/app/usage', load: () => import('../pages/usage/page.js') },
  { path: '/app/account', load: () => import('../pages/account/page.js') },
];

/** A link of the navigation. */
export interface Destination {
  readonly path: string;
  readonly label: string;
}

/** The navigation, in its order. */
export const NAVIGATION: readonly Destination[] = [
  { path: '/app', label: 'Overview' },
  { path: '/app/backtests', label: 'Backtests' },
  { path: '/app/markets', label: 'Markets' },
  { path: '/app/deployments', label: 'Deployments' },
  { path: '/app/wallet', label: 'Wallet' },
  { path: '/app/keys', label: 'Keys' },
  { path: '/app/mandates', label: 'Mandates' },
  { path: '/app/usage', label: 'Usage' },
  { path: '/app/account', label: 'Account' },
];
