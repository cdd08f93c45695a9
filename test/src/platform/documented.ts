import { refusalsOf } from '@platform/rest-facade/refusals';
import { routes } from '@platform/rest-facade/routes';

type Route = (typeof routes)[number];

const matchers = routes.map((route) => ({ route, matches: new RegExp(`^${route.path.replace(/{\w+}/g, '[^/]+')}$`) }));

/** Returns the route of a request; undefined for one outside the REST surface. */
function routeOf(method: string, path: string): Route | undefined {
  const [bare = ''] = path.split('?');
  const found = matchers.filter(({ route, matches }) => route.method === method && matches.test(bare));
  // A path without parameters takes precedence.
  return (found.find(({ route }) => route.path === bare) ?? found[0])?.route;
}

/** Throws where a route refused with a code that its own document excludes. */
export function requireDocumented(method: string, path: string, code: unknown): void {
  const route = typeof code === 'string' ? routeOf(method, path) : undefined;
  if (route === undefined || refusalsOf(route).some((documented) => documented === code)) return;
  throw new Error(`${method} ${route.path} was answered ${code}, which its document excludes`);
}
