import type { Route } from './routing.js';

/** Every page; the first that fits is shown. A page is a folder below `pages/`, and is loaded when it is needed. */
export const ROUTES: readonly Route[] = [
  { path: '/', load: () => import('../pages/overview/page.js') },
  { path: '/app', load: () => import('../pages/overview/page.js') },
];

/** A link of the navigation. */
export interface Destination {
  readonly path: string;
  readonly label: string;
}

/** The navigation, in its order. */
export const NAVIGATION: readonly Destination[] = [{ path: '/app', label: 'Overview' }];
