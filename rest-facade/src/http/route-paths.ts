import type { Route } from '../routes/route.js';

type Addressed = Pick<Route, 'method' | 'path'>;

/** The path as the web framework writes it: `{id}` becomes `:id`. */
export function frameworkPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The paths of the surface. Of several that match, the one with the fewest parameters counts: its words are not values of another's. */
export interface SurfacePaths {
  /** Returns the methods of an address: none for an unknown one. */
  methodsOf(url: string): readonly string[];
  /** Returns the path that an address belongs to; undefined for an unknown one. */
  pathOf(url: string): string | undefined;
}

/** The paths of the surface. */
export function surfacePaths(routes: readonly Addressed[]): SurfacePaths {
  const patterns = routes.map(({ method, path }) => ({
    path,
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    parameters: path.split('{').length - 1,
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const matching = (url: string) => {
    const asked = url.split('?', 1)[0] ?? '';
    const all = patterns.filter(({ pattern }) => pattern.test(asked));
    const fewest = Math.min(...all.map(({ parameters }) => parameters));
    return all.filter(({ parameters }) => parameters === fewest);
  };
  return {
    methodsOf: (url) => [...new Set(matching(url).flatMap(({ methods }) => methods))],
    pathOf: (url) => matching(url)[0]?.path,
  };
}
