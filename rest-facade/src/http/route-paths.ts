import type { Route } from '../routes/route.js';

type Addressed = Pick<Route, 'method' | 'path'>;

/** The path as the web framework writes it: `{id}` becomes `:id`. */
export function frameworkPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The methods that the paths of the surface take. */
export interface SurfacePaths {
  /** Returns the methods of a path: none for an unknown one. A path without parameters never matches a parameter of another. */
  methodsOf(url: string): readonly string[];
  /** Whether a path is one without parameters. */
  isFixed(url: string): boolean;
}

/** The paths of the surface. */
export function surfacePaths(routes: readonly Addressed[]): SurfacePaths {
  const patterns = routes.map(({ method, path }) => ({
    path,
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const fixed = new Set<string>(routes.flatMap(({ path }) => (path.includes('{') ? [] : [path])));
  const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
  return {
    methodsOf: (url) => {
      const asked = pathOf(url);
      const matching = patterns.filter(({ path, pattern }) =>
        fixed.has(asked) ? path === asked : pattern.test(asked),
      );
      return [...new Set(matching.flatMap(({ methods }) => methods))];
    },
    isFixed: (url) => fixed.has(pathOf(url)),
  };
}
